import type { ReactNode } from 'react'
import shoe from '#ui/kit/empty.webp'

/** An empty state: a picture, a title, one line of text and one action. With `heading` the title is the page's `h1`. */
export function Empty({ title, text, children, heading = false }: { title: ReactNode; text?: ReactNode; children?: ReactNode; heading?: boolean }) {
  return (
    <div className="empty-state">
      <img src={shoe} alt="" width={480} height={238} loading="lazy" />
      {heading ? <h1>{title}</h1> : <b>{title}</b>}
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

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
