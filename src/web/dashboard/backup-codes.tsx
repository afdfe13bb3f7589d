import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { copy } from '#web/browser/copy.ts'

/** The backup codes, with buttons to copy, print and download them. Printing hides the rest of the page (dashboard.css). */
export function BackupCodes({ codes, uri }: { codes: string[]; uri: string }) {
  const title = `${accountNameOf(uri)}: codes for paper`
  const text = [title, 'Each opens the account once.', '', ...codes, ''].join('\r\n')
  return (
    <div className="backup-codes">
      <p className="backup-codes-head">
        <b>{title}.</b> Each opens the account once.
      </p>
      <ul className="backup-code-list tabular" aria-label="Codes for paper">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="backup-codes-acts">
        <Button look="ghost" small className="when-scripted" onClick={() => void copy('codes', codes.join('\n'))}>
          <Icon name="copy" small /> Copy codes
        </Button>
        <Button look="ghost" small className="when-scripted" onClick={() => window.print()}>
          <Icon name="print" small /> Print codes
        </Button>
        <a className={buttonClass({ look: 'ghost', small: true })} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={file}>
          <Icon name="download" small /> Download codes
        </a>
      </div>
    </div>
  )
}

const file = 'viatu-codes.txt'

/** `Viatu, wanjiku@example.com`: the account's name in the app. */
function accountNameOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname.split('/').at(-1) ?? '').replace(/:/, ', ')
}
