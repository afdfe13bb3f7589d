import { type SessionFacts, sessionKey } from '#domain/session.ts'

/**
 * Stands in the head of every page, word for word the same: before the first paint it marks the document with what this browser knows of who is
 * signed in, and the sheet shows the header's right half. The page itself is the same bytes for everybody.
 */
export const sessionScript = `try{var s=JSON.parse(localStorage.getItem("${sessionKey}"));if(s&&s.user&&Date.parse(s.expires_at)>Date.now()){var d=document.documentElement.dataset;d.session="in";if(s.is_admin)d.admin=""}}catch(e){}`

/** The same marks whenever it changes. */
export function markSession(root: Pick<HTMLElement, 'dataset'>, session: SessionFacts | null): void {
  if (session) root.dataset.session = 'in'
  else delete root.dataset.session
  if (session?.is_admin) root.dataset.admin = ''
  else delete root.dataset.admin
}
