import type { ReactNode } from 'react'

/** A full-width page with a title, a sentence and links (`.acts`), such as the 404 page. Its styles are in the layout's style sheet. */
export function FullPageMessage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="message-wall">
      <div className="container message-wall-inside">
        <h1>{title}</h1>
        <div>{children}</div>
      </div>
    </div>
  )
}
