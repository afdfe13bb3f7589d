import type { ReactNode } from 'react'

/** A page that is a title on the wall, and below the line a sentence and the ways on (`acts`). Its styles are the layout's. */
export function Wall({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="wall">
      <div className="wrap">
        <h1>{title}</h1>
        <div>{children}</div>
      </div>
    </div>
  )
}
