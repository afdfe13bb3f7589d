import type { ReactNode } from 'react'
import shoe from '#ui/kit/empty.webp'

/** A lone shoe, a title, one line, one action. */
export function Empty({ title, text, children, heading = false }: { title: ReactNode; text?: ReactNode; children?: ReactNode; heading?: boolean }) {
  return (
    <div className="empty">
      <img src={shoe} alt="" width={480} height={238} loading="lazy" />
      {heading ? <h1>{title}</h1> : <b>{title}</b>}
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
