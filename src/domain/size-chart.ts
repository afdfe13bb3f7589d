/** One row of the size guide: labels as the guide writes them, by column. A dash there means that there is none. */
export interface ChartRow {
  EU: string
  UK: string | null
  'US women': string | null
  'US men': string | null
  cm: string | null
}
export type ChartColumn = keyof ChartRow

const headings: [ChartColumn, RegExp][] = [
  ['EU', /^eu\b/i],
  ['UK', /^uk\b/i],
  ['US women', /^us\b.*women/i],
  ['US men', /^us\b(?!.*women)/i],
  ['cm', /\bcm\b|centimet/i],
]

/** The chart of the size guide, from the page as it is shown: the merchant writes it, so it is read there and kept nowhere else. Empty where there is none. */
export function readSizeChart(html: string): ChartRow[] {
  const [head, ...rows] = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => cellsOf(row))
  if (!head) return []
  const columns = headings.map(([column, named]) => [column, head.findIndex((cell) => named.test(cell))] as const)
  const labelIn = (row: string[], at: number) => (/^\d+(\.\d+)?$/.test(row[at] ?? '') ? Number(row[at]).toString() : null)
  return rows
    .map((row) => Object.fromEntries(columns.map(([column, at]) => [column, labelIn(row, at)])) as unknown as ChartRow)
    .filter(({ EU }) => EU !== null)
}

/** The rows in which a column has a label. */
export function rowsWith(chart: ChartRow[], column: ChartColumn, label: string): ChartRow[] {
  return chart.filter((row) => row[column] === Number(label).toString())
}

/** A size of another system in EU labels: more than one where women's and men's differ, and where the chart has only its two neighbours. None for children. */
export function toEu(
  chart: ChartRow[],
  { system, label }: { system: 'UK' | 'US'; label: string },
  audience: 'women' | 'men' | 'kids' | null,
): string[] {
  if (audience === 'kids') return []
  const columns: ChartColumn[] = system === 'UK' ? ['UK'] : audience ? [`US ${audience}`] : ['US women', 'US men']
  return [...new Set(columns.flatMap((column) => nearestTo(chart, column, label).map(({ EU }) => EU)))]
}

/** Guides leave out every other half size. */
function nearestTo(chart: ChartRow[], column: ChartColumn, label: string): ChartRow[] {
  const exact = rowsWith(chart, column, label)
  return exact.length > 0 ? exact : chart.filter((row) => row[column] !== null && Math.abs(Number(row[column]) - Number(label)) <= 0.5)
}

function cellsOf(row: string): string[] {
  return [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim())
}
