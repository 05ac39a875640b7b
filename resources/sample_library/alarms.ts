// Shows the alarms of the pump controller on the screen in the workshop.

export type Severity = "info" | "warning" | "stop";

export interface Alarm {
  code: string;
  severity: Severity;
  since: Date;
  acknowledgedBy?: string;
}

const TEXTS: Record<string, string> = {
  "E-07": "The motor is too hot. Let it cool down for 30 minutes.",
  "E-12": "Too little water at the intake. Clean the strainer.",
  "E-31": "The level sensor of the tank is silent. Check its cable.",
};

/** The sentence for an alarm; unknown codes are shown as they are. */
export function describe(alarm: Alarm): string {
  return TEXTS[alarm.code] ?? `Unknown alarm ${alarm.code}. Call the workshop.`;
}

/** Alarms that nobody has acknowledged, the worst and oldest first. */
export function open(alarms: Alarm[]): Alarm[] {
  const order: Record<Severity, number> = { stop: 0, warning: 1, info: 2 };
  return alarms
    .filter((alarm) => alarm.acknowledgedBy === undefined)
    .sort(
      (a, b) =>
        order[a.severity] - order[b.severity] || a.since.getTime() - b.since.getTime(),
    );
}

/** True when an alarm has waited longer than 15 minutes: then the duty phone rings. */
export function isOverdue(alarm: Alarm, now: Date): boolean {
  return !alarm.acknowledgedBy && now.getTime() - alarm.since.getTime() > 15 * 60 * 1000;
}
