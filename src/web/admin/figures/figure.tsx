import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

interface FigureProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** The chart in words; readers hear it instead of the drawing. */
  sentence: string
  /** Given the room there is, in pixels; null when there is nothing to draw. */
  chart: ((width: number) => ReactNode) | null
  /** Pixels below which nothing can be read; the chart then scrolls in its box (look.md, Charts). */
  narrowest: number
  /** Pixels that the chart needs in height: kept free until it comes. */
  height: number
  /** The chart's numbers. */
  table: ReactNode
}

/** A chart and its numbers. The table is in the page from the start, for everybody; the drawing comes later, and not at all without scripts. */
export function Figure({ title, aside, sentence, chart, narrowest, height, table }: FigureProps) {
  const id = `figure-${title.toLowerCase().replace(/\W+/g, '-')}`
  return (
    <section className="sheet figure" aria-labelledby={id}>
      <h3 id={id}>
        {title} {aside && <small>{aside}</small>}
      </h3>
      {chart ? (
        <>
          <Drawing label={title} {...{ sentence, narrowest, height, chart }} />
          <details className="numbers">
            <summary className="lnk">The numbers as a table</summary>
            {table}
          </details>
        </>
      ) : (
        <p className="none">Nothing in this period.</p>
      )}
    </section>
  )
}

interface DrawingProps extends Pick<FigureProps, 'sentence' | 'narrowest' | 'height'> {
  label: string
  chart: (width: number) => ReactNode
}

function Drawing({ label, sentence, narrowest, height, chart }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(Math.max(narrowest, Math.floor(element.clientWidth)))
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [narrowest])
  // Where it has to scroll, the newest is in sight; the room is taken before the drawing has come.
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

const library = () => import('#web/admin/figures/charts.tsx')
type Library = Awaited<ReturnType<typeof library>>

/** One of the charts, fetched when the first one is drawn. Where it does not come, its numbers are below. */
function fetched<Name extends keyof Library>(name: Name) {
  return lazy(() =>
    library().then(
      (charts) => ({ default: charts[name] as ComponentType<Parameters<Library[Name]>[0]> }),
      () => ({ default: NoChart as ComponentType<Parameters<Library[Name]>[0]> }),
    ),
  )
}

function NoChart() {
  return <p>The chart did not load. Its numbers are in the table.</p>
}

export const Columns = fetched('Columns')
export const Ranking = fetched('Ranking')
export const Share = fetched('Share')
