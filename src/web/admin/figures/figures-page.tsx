import { readPeriod } from '#domain/figures.ts'
import { recentRankings } from '#features/staff/rankings.ts'
import { getCharts } from '#features/staff/store-figures.ts'
import { ByTime, Rankings } from '#web/admin/figures/figure-charts.tsx'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { periodLabel, SectionCard } from '#web/admin/section-card.tsx'
import type { Route } from './+types/figures-page.ts'
import './figures.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const period = readPeriod(args.url.searchParams)
  const [charts, rankings] = await Promise.all([getCharts(ctx, period), recentRankings(ctx, period)])
  return { period, charts, rankings }
}

export default function FiguresPage({ loaderData: { period, charts, rankings } }: Route.ComponentProps) {
  return (
    <>
      <SectionCard>
        <p className="days-words">
          {periodLabel(period)}. Choose other days at the top right; days are days in Nairobi, and orders count on the day they were placed.
        </p>
      </SectionCard>
      <ByTime {...charts} />
      <div className="figure-pairs">
        <Rankings statuses={charts.statuses} {...rankings} />
      </div>
    </>
  )
}
