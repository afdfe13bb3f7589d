import { type Alert, type AlertFacts, alertKinds } from '#domain/alert.ts'
import { formatMoney, sum } from '#domain/money.ts'

export interface AlertWords {
  title: string
  lines: string[]
  /** A path of the panel. */
  path: string
}

/** One message for all that has happened since the last one. */
export function wordAlerts(alerts: readonly Alert[], facts: AlertFacts): AlertWords {
  const kinds = [...Map.groupBy(alerts, ({ kind }) => kind)]
  const [first] = kinds
  if (kinds.length !== 1 || !first)
    return { title: `${alerts.length} things happened`, lines: kinds.map(([, some]) => lineOf(some, facts)), path: '/admin' }
  const [kind, same] = first
  const { label, path } = alertKinds[kind]
  const [only] = same
  if (same.length === 1 && only)
    return { title: label, lines: [sentenceOf(only, facts)], path: only.order_id ? `/admin/orders/${only.order_id}` : path }
  const total = totalOf(same)
  return { title: countOf(same), lines: total ? [`${total} together.`] : same.slice(0, 5).map((each) => sentenceOf(each, facts)), path }
}

/** `7 paid orders, KSh 41,300 together.` */
function lineOf(same: readonly Alert[], facts: AlertFacts): string {
  const [only] = same
  if (same.length === 1 && only) return `${alertKinds[only.kind].label}: ${sentenceOf(only, facts)}`
  const total = totalOf(same)
  return `${countOf(same)}${total ? `, ${total} together` : ''}.`
}

function sentenceOf({ kind, label, amount }: Alert, facts: AlertFacts): string {
  const { sentence }: { sentence(label: string, amount: string, facts: AlertFacts): string } = alertKinds[kind]
  return sentence(label, amount === null ? '' : formatMoney(amount), facts)
}

function countOf(same: readonly Alert[]): string {
  return `${same.length} ${same[0] ? alertKinds[same[0].kind].many : ''}`
}

/** Null where they have no sums. */
function totalOf(same: readonly Alert[]): string | null {
  const amounts = same.flatMap(({ amount }) => amount ?? [])
  return amounts.length === 0 ? null : formatMoney(sum(amounts))
}
