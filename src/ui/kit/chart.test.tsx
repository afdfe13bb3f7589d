import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RankingChart, TimeChart } from '#ui/kit/chart.tsx'

const points = (...values: (number | null)[]) => values.map((value, at) => ({ key: `${at}`, label: `day ${at}`, tick: `${at}`, value }))
const look = { colour: 'var(--ink)', format: (value: number) => `${value} pairs`, sentence: 'Pairs by day.' }
const drawn = (chart: React.ReactElement) => renderToStaticMarkup(chart)
/** The labels of the scale, from zero up. */
const scaleOf = (...values: number[]) =>
  [...drawn(<TimeChart {...look} points={points(...values)} />).matchAll(/text-anchor="end">([^<]+)</g)].map(([, text]) => text)
const count = (html: string, part: string) => html.split(part).length - 1

describe('a chart over time', () => {
  it.each([
    [[1], ['0', '1']],
    [
      [11, 3],
      ['0', '2', '4', '6', '8', '10', '12'],
    ],
    [[40_650], ['0', '10K', '20K', '30K', '40K', '50K']],
    [[1_200_000], ['0', '200K', '400K', '600K', '800K', '1M', '1.2M']],
  ])('has a scale of whole round numbers that reaches %j', (values, labels) => expect(scaleOf(...values)).toEqual(labels))

  it('is as high as its values, and the highest is marked and written', () => {
    const html = drawn(<TimeChart {...look} points={points(5, 0, 10)} />)
    expect([...html.matchAll(/class="(chart-mark[^"]*)" x="[^"]+" y="([^"]+)"[^>]* height="([^"]+)"/g)].map(([, ...mark]) => mark)).toEqual([
      ['chart-mark', '50%', '50%'],
      ['chart-mark chart-best', '0%', '100%'],
    ])
    expect(html).toContain('>10 pairs</text>')
    expect(html).toContain('day 1<tspan dx="0.5em">0 pairs</tspan>')
  })

  it('marks nothing where nothing was', () => expect(drawn(<TimeChart {...look} points={points(0, 0)} small />)).not.toContain('chart-mark'))

  it('has a gap in its line where there is no value', () => {
    const html = drawn(<TimeChart {...look} points={points(100, 50, null, 0, 25)} line top={100} />)
    expect([count(html, '<circle'), count(html, 'chart-line')]).toEqual([4, 2])
    expect(html).toContain('cy="75%"')
  })

  it('names some columns only, the newest always', () => {
    const html = drawn(<TimeChart {...look} points={points(...Array.from({ length: 92 }, (_, at) => at))} />)
    const ticks = [...html.matchAll(/dy="1.5em"[^>]*>(\d+)</g)].map(([, tick]) => tick)
    expect([ticks.length, ticks.at(-1), count(html, 'chart-wide')]).toEqual([8, '91', 4])
  })
})

it('a ranking has bars as long as their values, and one that can be seen for zero', () => {
  const html = drawn(<RankingChart {...look} points={points(8, 2, 0)} />)
  expect([...html.matchAll(/<rect[^>]* width="([^"]+)"/g)].map(([, width]) => width)).toEqual(['100%', '25%', '1%'])
})
