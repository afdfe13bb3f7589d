import { Link, useRouteLoaderData } from 'react-router'
import { storeFigures } from '#domain/figures.ts'
import { formatShillings } from '#domain/money.ts'
import type { OpenWorkCounts } from '#features/orders/count-open-work.ts'
import type { loader } from '#web/admin/admin-layout.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import { panelId } from '#web/shop-facts.ts'

interface FigureProps {
  figure: keyof typeof storeFigures
  value: string
  /** What to do about it, and where; null where nothing waits. */
  todo: string | null
  to: string
  /** What is in it, in place of what it counts. */
  also?: string | null
}

/** The four figures (spec §2), each with a second line: what to do about it, else what it counts. Each leads to its work. */
export function FigureStrip() {
  const data = useRouteLoaderData<typeof loader>(panelId)
  const range = useRange()
  if (!data?.figures || !data.counts) return null
  const { figures, counts } = data
  const count = (value: number) => value.toLocaleString('en-KE')
  const orders = (query: Record<string, string>) => adminSectionUrl('orders', { ...range, ...query })
  const all: FigureProps[] = [
    { figure: 'orders', value: count(figures.orders), todo: toPackAndSend(counts), to: orders({ view: 'pack' }) },
    {
      figure: 'revenue',
      value: formatShillings(figures.revenue),
      todo: some(counts.refunds, 'refund due', 'refunds due'),
      also: figures.deliveryFees > 0 ? `${formatShillings(figures.deliveryFees)} of it for delivery` : null,
      to: counts.refunds > 0 ? orders({ view: 'refunds' }) : adminSectionUrl('figures', range),
    },
    {
      figure: 'pending',
      value: count(figures.pending),
      todo: some(counts.reviews, 'payment with a problem', 'payments with a problem'),
      to: counts.reviews > 0 ? orders({ view: 'review' }) : orders({ status: 'awaiting_payment' }),
    },
    {
      figure: 'commissions',
      value: formatShillings(figures.commissions),
      todo: some(counts.commissions, 'to approve', 'to approve'),
      to: adminSectionUrl('commissions', range),
    },
  ]
  return (
    <section className="figure-strip" aria-label="The shop in figures">
      {all.map((each) => (
        <Figure key={each.figure} {...each} />
      ))}
      {data.hasMadeUp && <p className="made-up">Made-up demo orders are counted.</p>}
    </section>
  )
}

function Figure({ figure, value, todo, to, also = null }: FigureProps) {
  const { label, hint } = storeFigures[figure]
  return (
    <Link to={to} title={hint}>
      <span>{label}</span>
      <b className="tabular">{value}</b>
      <small className={todo ? 'todo' : undefined}>{[todo, also].filter(Boolean).join('; ') || hint}</small>
    </Link>
  )
}

function toPackAndSend({ pack, send }: OpenWorkCounts): string | null {
  const parts = [some(pack, 'to pack', 'to pack'), some(send, 'to send', 'to send')].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

function some(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count.toLocaleString('en-KE')} ${count === 1 ? one : many}`
}
