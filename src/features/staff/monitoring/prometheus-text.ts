/** A value of a series: what its name ends with, its labels, and the number. */
type Sample = [suffix: '' | '_bucket' | '_sum' | '_count', labels: Record<string, string>, value: number]

/** Series of one name in Prometheus' text format 0.0.4; nothing where there is no value, so that an unknown figure is missing and not 0. */
function seriesText(name: string, type: 'counter' | 'gauge' | 'histogram', help: string, samples: Sample[]): string {
  if (samples.length === 0) return ''
  const lines = samples.map(([suffix, labels, value]) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))}"`,
    )
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

/** A number, or one for each value of a label; what is null is unknown. */
export type Figure = number | null | undefined | [label: string, values: Record<string, number | null>]

export type FigureRow = [name: string, type: 'counter' | 'gauge', help: string, figure: Figure]

export function figureText([name, type, help, figure]: FigureRow): string {
  const [label, values] = Array.isArray(figure) ? figure : [null, { '': figure }]
  const samples = Object.entries(values).flatMap(([text, value]): Sample[] =>
    typeof value !== 'number' ? [] : [['', label === null ? {} : { [label]: text.replaceAll(' ', '_') }, value]],
  )
  return seriesText(name, type, help, samples)
}

export interface Histogram {
  /** `labels` in the order of the histogram's names, from a bounded set. */
  observe(seconds: number, ...labels: string[]): void
  text(): string
}

interface Row {
  values: string[]
  counts: number[]
  sum: number
}
type Branch = Map<string, Branch | Row>

/** Counts durations by label, in buckets up to each bound (seconds). */
export function createHistogram(name: string, help: string, labelNames: string[], bounds: number[]): Histogram {
  const rows: Row[] = []
  const known: Branch = new Map()
  const newRow = (values: string[]) => {
    const row = { values, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }
    rows.push(row)
    return row
  }
  return {
    observe(seconds, ...labels) {
      // Label by label: the texts are known ones, and joined they would be a new one to be hashed for each request.
      let at: Branch | Row = known
      for (let place = 0; place < labels.length; place++) {
        const branch = at as Branch
        const label = labels[place] as string
        at = branch.get(label) ?? (place === labels.length - 1 ? newRow(labels) : new Map())
        if (!branch.has(label)) branch.set(label, at)
      }
      const row = at as Row
      let bucket = 0
      while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
      ;(row.counts[bucket] as number)++
      row.sum += seconds
    },
    text: () =>
      seriesText(
        name,
        'histogram',
        help,
        rows.flatMap(({ values, counts, sum }) => {
          const labels = Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? '']))
          let count = 0
          const buckets = counts.map((each, at): Sample => {
            count += each
            return ['_bucket', { ...labels, le: String(bounds[at] ?? '+Inf') }, count]
          })
          return [...buckets, ['_sum', labels, sum], ['_count', labels, count]]
        }),
      ),
  }
}
