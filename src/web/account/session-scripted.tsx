import { useInBrowser } from '#web/in-browser.ts'

/** In a form of ours: tells the server that a script waits for the answer. A plain form is sent on to a page instead. */
export function ScriptedMark() {
  return <input type="hidden" name="scripted" value={useInBrowser() ? 'yes' : ''} readOnly />
}

export function isScripted(form: FormData): boolean {
  return form.get('scripted') === 'yes'
}
