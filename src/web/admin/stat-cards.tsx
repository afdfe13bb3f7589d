import { type StoreFigures, storeFigures } from '#domain/figures.ts'
import { Stat } from '#ui/kit/stat.tsx'

/** The four figures above the sections. */
export function StatCards({ figures: { orders, revenue, pending, commissions } }: { figures: StoreFigures }) {
  return (
    <section className="stats" aria-label="The shop in figures">
      <Stat isKey {...storeFigures.orders} count={orders} />
      <Stat {...storeFigures.revenue} amount={revenue} />
      <Stat {...storeFigures.pending} count={pending} />
      <Stat {...storeFigures.commissions} amount={commissions} />
    </section>
  )
}
