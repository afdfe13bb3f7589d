import type { ReactNode } from 'react'

interface FigureProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** Null if there is no data. */
  chart: ReactNode
  /** The chart's data as a table. */
  table: ReactNode
}

/** A chart and its data as a table. */
export function Figure({ title, aside, chart, table }: FigureProps) {
  const id = `figure-${title.toLowerCase().replace(/\W+/g, '-')}`
  return (
    <section className="sheet figure" aria-labelledby={id}>
      <h2 id={id}>
        {title} {aside && <small>{aside}</small>}
      </h2>
      {chart ? (
        <>
          {chart}
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
