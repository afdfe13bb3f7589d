import { Fragment } from 'react'

export interface ChartPoint {
  key: string
  label: string
  value: number | null
}

interface ChartProps<Point extends ChartPoint = ChartPoint> {
  points: Point[]
  /** A colour of the tokens, such as `var(--ink)`. */
  colour: string
  format: (value: number) => string
  /** The chart in a sentence, for those who cannot see it; show the single values in a table beside it. */
  sentence: string
}

interface TimeChartProps extends ChartProps<ChartPoint & { /** A shorter label, below the chart. */ tick: string }> {
  /** A line in place of columns; it has a gap where there is no value. */
  line?: boolean
  /** What the scale goes up to; otherwise a round number. */
  top?: number
  /** Without a scale, and with the first and last label only. */
  small?: boolean
}

/**
 * Values over time, the oldest first. A column's or point's label and value show under the pointer.
 * Everything stands at shares of the drawing's own size, so that it fits any box, and no text grows or shrinks with it.
 */
export function TimeChart({ points, colour, format, sentence, line = false, top, small = false }: TimeChartProps) {
  const peak = Math.max(0, ...points.map(({ value }) => value ?? 0))
  const step = top ? top / 4 : roundStep(peak)
  const end = top ?? (small ? peak : Math.ceil(peak / step) * step)
  const placed = points.map((point, at) => ({
    ...point,
    x: (at + 0.5) / points.length,
    y: point.value === null ? null : 1 - Math.max(0, point.value) / (end || 1),
  }))
  return (
    <svg className={small ? 'chart chart-small' : 'chart'} role="img" aria-label={sentence} style={{ color: colour }}>
      {!small && <Scale step={step} end={end} format={top ? format : short} />}
      {line ? <Line placed={placed} /> : <Columns placed={placed} peak={peak} format={format} />}
      <line className="chart-base" x2="100%" y1="100%" y2="100%" />
      {placed.map(({ key, label, value, x }) => (
        <g key={key} className="chart-point">
          <rect x={share(x - 0.5 / points.length)} width={share(1 / points.length)} height="100%" />
          <text x={share(x)} dy="-1.75em" textAnchor={anchorAt(x)}>
            {label}
            {value !== null && <tspan dx="0.5em">{format(value)}</tspan>}
          </text>
        </g>
      ))}
      <Ticks placed={placed} most={small ? 1 : 8} />
    </svg>
  )
}

interface Placed extends ChartPoint {
  tick: string
  /** Shares of the width and height; no `y` where there is no value. */
  x: number
  y: number | null
}

function Scale({ step, end, format }: { step: number; end: number; format: (value: number) => string }) {
  const values = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step)
  return values.map((value) => (
    <Fragment key={value}>
      <line className="chart-grid" x2="100%" y1={share(1 - value / end)} y2={share(1 - value / end)} />
      <text y={share(1 - value / end)} dx="-0.75em" dy="0.35em" textAnchor="end">
        {format(value)}
      </text>
    </Fragment>
  ))
}

/** The highest column is yellow and shows its value. */
function Columns({ placed, peak, format }: { placed: Placed[]; peak: number; format: (value: number) => string }) {
  const width = Math.min(0.7 / placed.length, 0.06)
  const best = peak > 0 ? placed.find(({ value }) => value === peak) : undefined
  return (
    <>
      {placed.map(({ key, x, y }) =>
        y === null || y === 1 ? null : (
          <rect
            key={key}
            className={key === best?.key ? 'chart-mark chart-best' : 'chart-mark'}
            x={share(x - width / 2)}
            y={share(y)}
            width={share(width)}
            height={share(1 - y)}
          />
        ),
      )}
      {best && (
        <text className="chart-value" x={share(best.x)} y={share(best.y ?? 0)} dy="-0.4em" textAnchor={anchorAt(best.x)}>
          {format(peak)}
        </text>
      )}
    </>
  )
}

function Line({ placed }: { placed: Placed[] }) {
  return placed.map(({ key, x, y }, at) => {
    const before = placed[at - 1]
    if (y === null) return null
    return (
      <Fragment key={key}>
        {before && before.y !== null && <line className="chart-line" x1={share(before.x)} y1={share(before.y)} x2={share(x)} y2={share(y)} />}
        <circle className="chart-mark" cx={share(x)} cy={share(y)} r="0.2em" />
      </Fragment>
    )
  })
}

/** Labels below the chart, counted back from the newest. A narrow window has every second one. */
function Ticks({ placed, most }: { placed: Placed[]; most: number }) {
  const last = placed.length - 1
  const every = most === 1 ? Math.max(1, last) : Math.ceil(placed.length / most)
  const crowded = placed.length > most
  return placed.map(({ key, tick, x }, at) => {
    if ((last - at) % every !== 0) return null
    const [place, textAnchor] =
      crowded && at === last ? ([1, 'end'] as const) : crowded && at === 0 ? ([0, 'start'] as const) : ([x, 'middle'] as const)
    const second = most > 1 && ((last - at) / every) % 2 === 1
    return (
      <text key={key} className={second ? 'chart-wide' : undefined} x={share(place)} y="100%" dy="1.5em" textAnchor={textAnchor}>
        {tick}
      </text>
    )
  })
}

/** Bars below each other with their names and values, the most important first. */
export function RankingChart({ points, colour, format, sentence }: ChartProps) {
  const most = Math.max(1, ...points.map(({ value }) => value ?? 0))
  const yOf = (row: number) => share(row / points.length)
  return (
    <svg className="chart chart-ranking" role="img" aria-label={sentence} style={{ color: colour, height: `${points.length * 3}rem` }}>
      {points.map(({ key, label, value }, at) => {
        const width = share(Math.max(0.01, (value ?? 0) / most))
        return (
          <Fragment key={key}>
            <text y={yOf(at + 0.4)} dx="0.5em">
              {label}
            </text>
            <rect className="chart-mark" y={yOf(at + 0.52)} width={width} height={yOf(0.36)} />
            <text className="chart-value" x={width} y={yOf(at + 0.7)} dx="0.5em" dy="0.35em">
              {format(value ?? 0)}
            </text>
          </Fragment>
        )
      })}
      <line className="chart-base" y2="100%" />
    </svg>
  )
}

/** `37.5%`. */
function share(of: number): string {
  return `${Number((of * 100).toFixed(2))}%`
}

/** Text stays inside the drawing at both of its ends. */
function anchorAt(x: number): 'start' | 'middle' | 'end' {
  return x < 0.15 ? 'start' : x > 0.85 ? 'end' : 'middle'
}

/** The distance of the lines of a scale: a whole round number, and at most six of them reach the highest value. */
function roundStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / 6)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step * 6 >= highest) as number
}

/** `25K`, `1.2M`: short labels for axes. */
function short(value: number): string {
  return value.toLocaleString('en', { notation: 'compact' })
}
