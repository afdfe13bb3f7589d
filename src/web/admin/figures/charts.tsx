import { Bar, BarChart, CartesianGrid, Cell, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { Bar as Datum } from '#web/admin/figures/chart-words.ts'

// In a chunk of its own, loaded after the page: the chart library is larger than the rest of the panel. The colours are those of look.md, Charts.
const hair = '#e3e0ea'
const yellow = '#ffc72c'
const axis = { fill: '#585166', fontSize: 13 } as const
const baseLine = { stroke: '#1d1829', strokeWidth: 2 } as const

export interface ChartProps {
  data: (Datum & { tick: string })[]
  colour: string
  format: (value: number) => string
  width: number
}

/** A column chart; the highest column is yellow and shows its value. */
export function Columns({ data, colour, format, width }: ChartProps) {
  const highest = data.reduce((high, { value }, at) => (value > (data[high]?.value ?? 0) ? at : high), 0)
  const isHighest = (at: number) => at === highest && (data[highest]?.value ?? 0) > 0
  // The label is part of the data, because the library skips empty bars when it counts.
  const bars = data.map((bar, at) => ({ ...bar, best: isHighest(at) ? format(bar.value) : '' }))
  return (
    <BarChart width={width} height={280} data={bars} margin={{ top: 24, right: 28, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke={hair} />
      <XAxis dataKey="tick" tick={axis} tickLine={false} axisLine={baseLine} interval="preserveStartEnd" minTickGap={20} />
      <YAxis tick={axis} tickLine={false} axisLine={false} tickFormatter={short} width={52} allowDecimals={false} />
      <Tooltip content={(tip) => <ChartTooltip {...tip} format={format} />} cursor={{ fill: '#f5f4f8' }} isAnimationActive={false} />
      <Bar dataKey="value" maxBarSize={34} radius={[3, 3, 0, 0]} isAnimationActive={false}>
        {data.map(({ label }, at) => (
          <Cell key={label} fill={isHighest(at) ? yellow : colour} />
        ))}
        <LabelList dataKey="best" position="top" fill="#1d1829" fontSize={13} fontWeight={600} />
      </Bar>
    </BarChart>
  )
}

/** Horizontal bars with their names and values. */
export function Ranking({ data, colour, format, width }: ChartProps) {
  const names = Math.min(210, Math.round(width * 0.42))
  return (
    <BarChart
      layout="vertical"
      width={width}
      height={data.length * 38 + 8}
      data={data}
      margin={{ top: 0, right: Math.min(110, width * 0.24), bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis type="number" hide domain={[0, (most: number) => Math.max(1, most)]} />
      <YAxis type="category" dataKey="tick" tick={axis} tickLine={false} axisLine={baseLine} width={names} interval={0} />
      <Bar dataKey="value" fill={colour} barSize={20} minPointSize={4} radius={[0, 3, 3, 0]} isAnimationActive={false}>
        <LabelList dataKey="value" position="right" formatter={(value) => format(Number(value))} fill="#1d1829" fontSize={13} fontWeight={600} />
      </Bar>
    </BarChart>
  )
}

/** A line chart of percentages; it has a gap where there is no value. */
export function Share({ data, colour, format, width }: Omit<ChartProps, 'data'> & { data: { label: string; tick: string; value: number | null }[] }) {
  return (
    <LineChart width={width} height={240} data={data} margin={{ top: 12, right: 28, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke={hair} />
      <XAxis dataKey="tick" tick={axis} tickLine={false} axisLine={baseLine} interval="preserveStartEnd" minTickGap={20} />
      <YAxis
        tick={axis}
        tickLine={false}
        axisLine={false}
        domain={[0, 100]}
        ticks={[0, 25, 50, 75, 100]}
        tickFormatter={(value) => `${value}%`}
        width={52}
      />
      <Tooltip content={(tip) => <ChartTooltip {...tip} format={format} />} isAnimationActive={false} />
      <Line dataKey="value" stroke={colour} strokeWidth={2.5} dot={data.length < 40 ? { r: 3, fill: colour } : false} isAnimationActive={false} />
    </LineChart>
  )
}

interface TipProps {
  active?: boolean
  payload?: readonly { payload?: { label: string; value: number | null } }[]
  format: (value: number) => string
}

function ChartTooltip({ active, payload, format }: TipProps) {
  const point = payload?.[0]?.payload
  if (!active || !point || point.value === null) return null
  return (
    <p className="chart-tip">
      {point.label} <b className="tabular">{format(point.value)}</b>
    </p>
  )
}

/** `25k`, `1.2m`: short labels for axes. */
function short(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toFixed(1))}m`
  return value >= 10_000 ? `${Number((value / 1000).toFixed(1))}k` : value.toLocaleString('en-KE')
}
