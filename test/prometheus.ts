/** One line of Prometheus' text format. */
export interface Sample {
  /** The name of its TYPE line. */
  family: string
  name: string
  labels: Record<string, string>
  value: number
}

/**
 * Reads the text format 0.0.4 and refuses what Prometheus or `promtool check metrics` refuses: a sample without HELP and TYPE before it, a family in two places, a
 * series twice, a counter without `_total`, a histogram whose buckets shrink or do not end in its count, a value that is no number.
 */
export function readMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const types = new Map<string, string>()
  const samples: Sample[] = []
  let [helped, family] = ['', '']
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-z0-9_]+) (.+)$/.exec(line)
    const [, kind, name = '', rest = ''] = comment ?? []
    if (kind === 'HELP') helped = name
    else if (kind === 'TYPE') {
      if (helped !== name || types.has(name)) throw new Error(`TYPE in the wrong place: ${line}`)
      if ((rest === 'counter') !== name.endsWith('_total')) throw new Error(`named like no ${rest}: ${name}`)
      family = name
      types.set(name, rest)
    } else samples.push(readSample(line, family, types.get(family)))
  }
  const keys = samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  if (twice) throw new Error(`twice: ${twice}`)
  for (const [name, type] of types) if (type === 'histogram') checkBuckets(samples.filter((sample) => sample.family === name))
  return samples
}

function readSample(line: string, family: string, type = ''): Sample {
  const [, name = '', labelText = '', number = ''] = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  const allowed = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => family + end) : [family]
  if (!allowed.includes(name) || !Number.isFinite(Number(number))) throw new Error(`no sample of ${family}: ${line}`)
  if (/\bquantile=/.test(labelText)) throw new Error(`a quantile of what is no summary: ${line}`)
  const pairs = [...labelText.matchAll(/([a-z_]+)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/g)]
  if (pairs.map(([pair]) => pair).join('') !== labelText) throw new Error(`no labels: ${line}`)
  return { family, name, labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])), value: Number(number) }
}

function checkBuckets(samples: Sample[]) {
  const rowOf = ({ labels: { le, ...labels } }: Sample) => JSON.stringify(labels)
  for (const [row, all] of Map.groupBy(samples, rowOf)) {
    const buckets = all.filter(({ name }) => name.endsWith('_bucket'))
    const count = all.find(({ name }) => name.endsWith('_count'))?.value
    const grows = buckets.every(
      ({ labels, value }, at) =>
        at === 0 || (value >= (buckets[at - 1]?.value ?? 0) && Number(labels.le?.replace('+Inf', 'Infinity')) > Number(buckets[at - 1]?.labels.le)),
    )
    if (!grows || buckets.at(-1)?.labels.le !== '+Inf' || buckets.at(-1)?.value !== count) throw new Error(`buckets of ${row}`)
  }
}
