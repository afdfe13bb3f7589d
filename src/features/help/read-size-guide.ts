import { sql } from 'drizzle-orm'
import type { ShopFacts } from '#domain/shop.ts'
import { type ChartRow, readSizeChart } from '#domain/size-chart.ts'
import { anonymous, type Context } from '#features/context.ts'
import { readHelpRows } from '#features/help/help-row.ts'
import { renderHelp } from '#features/help/render-help.ts'

/** The chart of the size guide, as it stands on the help page. */
export async function readSizeGuide({ db }: Pick<Context, 'db'>): Promise<ChartRow[]> {
  const [guide] = await readHelpRows({ db, actor: anonymous }, sql`slug = 'size-guide'`)
  const pieces = guide ? renderHelp(guide, noFacts) : []
  return pieces.map(({ html }) => readSizeChart(html)).find((chart) => chart.length > 0) ?? []
}

/** No size depends on what the shop is called. */
const noFacts: ShopFacts = { name: '', phone: '', whatsapp: '', email: '', location: '', credit: '', demo: null, origin: '' }
