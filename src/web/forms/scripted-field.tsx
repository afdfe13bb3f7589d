import { useInBrowser } from '#web/browser/in-browser.ts'

/** The hidden field that tells the server that a script waits for the response. Without it the server redirects a form to a page. */
export function ScriptedField() {
  return <input type="hidden" name="scripted" value={useInBrowser() ? 'yes' : ''} readOnly />
}

export function isScripted(form: FormData): boolean {
  return form.get('scripted') === 'yes'
}
