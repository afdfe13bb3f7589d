/** One row of the size guide: labels by column; a dash means that there is none. */
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

/** The chart of the size guide, parsed from the help page's HTML, because the merchant edits it there. Empty where there is none. */
export function readSizeChart(html: string): ChartRow[] {
  const [head, ...rows] = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => cellsOf(row))
  if (!head) return []
  const columns = headings.map(([column, named]) => [column, head.findIndex((cell) => named.test(cell))] as const)
  const labelIn = (row: string[], at: number) => (/^\d+(\.\d+)?$/.test(row[at] ?? '') ? Number(row[at]).toString() : null)
  return rows
    .map((row) => Object.fromEntries(columns.map(([column, at]) => [column, labelIn(row, at)])) as unknown as ChartRow)
    .filter(({ EU }) => EU !== null)
}

/** The rows with this label in a column. */
export function rowsWith(chart: ChartRow[], column: ChartColumn, label: string): ChartRow[] {
  return chart.filter((row) => row[column] === Number(label).toString())
}

/** The EU labels of a size of another system: several where women's and men's differ, or where the chart has only its two neighbours. Empty for children. */
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
