import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#ui/kit/notice.tsx'

/** A row that a bulk action could not change, and why. */
export interface UnchangedRow {
  id: string
  error: string
}

/** Lists the rows that a bulk action could not change. */
export function UnchangedNotice({ stayed, codeOf }: { stayed: UnchangedRow[]; codeOf: (id: string) => string }) {
  if (stayed.length === 0) return null
  return (
    <div className="panel-notice">
      <Notice tone="amber" role="status">
        <b>{stayed.length === 1 ? 'One stayed as it was' : `${stayed.length} stayed as they were`}</b>
        <ul>
          {stayed.map(({ id, error }) => (
            <li key={id}>
              <b className="tabular">{codeOf(id)}</b> {error}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Replaces the buttons of a row that was removed from the list, and takes their focus. */
export function RemovedRowMessage({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p className="record-moved-word" tabIndex={-1} ref={words}>
      {children}
    </p>
  )
}
