import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

interface FigureProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** A description of the chart for screen readers. */
  sentence: string
  /** Renders the chart for a width in pixels; null if there is no data. */
  chart: ((width: number) => ReactNode) | null
  /** The minimum width in pixels; the chart scrolls in a narrower box (look.md, Charts). */
  minWidth: number
  /** The height in pixels, reserved until the chart is loaded. */
  height: number
  /** The chart's data as a table. */
  table: ReactNode
}

/** A chart and its data as a table. The table is rendered on the server; the chart is loaded later, and only with scripts. */
export function Figure({ title, aside, sentence, chart, minWidth, height, table }: FigureProps) {
  const id = `figure-${title.toLowerCase().replace(/\W+/g, '-')}`
  return (
    <section className="sheet figure" aria-labelledby={id}>
      <h2 id={id}>
        {title} {aside && <small>{aside}</small>}
      </h2>
      {chart ? (
        <>
          <Drawing label={title} {...{ sentence, minWidth, height, chart }} />
          <details className="chart-numbers">
            <summary className="link">The numbers as a table</summary>
            {table}
          </details>
        </>
      ) : (
        <p className="empty-note">Nothing in this period.</p>
      )}
    </section>
  )
}

interface DrawingProps extends Pick<FigureProps, 'sentence' | 'minWidth' | 'height'> {
  label: string
  chart: (width: number) => ReactNode
}

function Drawing({ label, sentence, minWidth, height, chart }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.max(minWidth, Math.floor(element.clientWidth)))
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [minWidth])
  // A chart that scrolls starts at its newest value.
  useEffect(() => {
    if (width !== null && box.current) box.current.scrollLeft = box.current.scrollWidth
  }, [width])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    // biome-ignore lint/a11y/useSemanticElements: a section inside the section would be one landmark too many
    <div className="chart-box" ref={box} role="group" aria-label={`${label}, chart`} tabIndex={0}>
      <div className="chart" role="img" aria-label={sentence} style={{ minHeight: height, minWidth: width ?? undefined }}>
        {width !== null && <Suspense fallback={null}>{chart(width)}</Suspense>}
      </div>
    </div>
  )
}

const loadCharts = () => import('#web/admin/figures/charts.tsx')
type Library = Awaited<ReturnType<typeof loadCharts>>

/** A lazy chart, loaded when it is first rendered. If it does not load, the table remains. */
function lazyChart<Name extends keyof Library>(name: Name) {
  return lazy(() =>
    loadCharts().then(
      (charts) => ({ default: charts[name] as ComponentType<Parameters<Library[Name]>[0]> }),
      () => ({ default: NoChart as ComponentType<Parameters<Library[Name]>[0]> }),
    ),
  )
}

function NoChart() {
  return <p>The chart did not load. Its numbers are in the table.</p>
}

export const Columns = lazyChart('Columns')
export const Ranking = lazyChart('Ranking')
export const Share = lazyChart('Share')
