import { useState } from 'react'
import { useActionData } from 'react-router'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { copy } from '#web/browser/copy.ts'
import type { Answer, Outcome } from '#web/dashboard/dashboard-acts.ts'
import { DashboardForm } from '#web/dashboard/dashboard-layout.tsx'
import { ProofFields } from '#web/forms/password-fields.tsx'

/** Turns the second factor, a code app for sign-in, on and off. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const posted = useActionData() as Answer | undefined
  const [setup, setSetup] = useState<Outcome['secondFactor']>(posted && 'done' in posted ? posted.done.secondFactor : undefined)
  // After it was turned on, a later setup starts from the beginning.
  if (isOn && setup) setSetup(undefined)
  if (isOn) return <TurnOff />
  if (setup) return <Confirm {...setup} />
  return (
    <>
      <p>Besides your password, signing in then asks for a code from an app on your phone. Any app that shows such codes will do.</p>
      <DashboardForm intent="begin-second-factor" look="ghost" submit="Set up" onDone={({ secondFactor }) => setSetup(secondFactor)}>
        {({ errorOf }) => <ProofFields errorOf={errorOf} />}
      </DashboardForm>
    </>
  )
}

/** The key and the backup codes, which are shown only once. */
function Confirm({ uri, picture, backup_codes }: NonNullable<Outcome['secondFactor']>) {
  return (
    <>
      <ol className="setup-steps">
        <li>
          <AppKey uri={uri} picture={picture} />
        </li>
        <li>
          <p>Keep these codes on paper. Each opens your account once, if your phone is lost. They are not shown again.</p>
          <BackupCodes codes={backup_codes} uri={uri} />
        </li>
        <li>
          <p>Enter the code that your app shows now.</p>
        </li>
      </ol>
      <DashboardForm intent="confirm-second-factor" submit="Turn on">
        {({ field }) => <Field {...field('code')} label="Code" inputMode="numeric" autoComplete="one-time-code" />}
      </DashboardForm>
    </>
  )
}

function TurnOff() {
  return (
    <>
      <Notice tone="amber">Signing in asks for a code from your app.</Notice>
      <DashboardForm intent="end-second-factor" look="bad" submit="Turn off">
        {({ errorOf }) => <ProofFields asksCode errorOf={errorOf} />}
      </DashboardForm>
    </>
  )
}

/** The key of the second factor: as a QR code, as a link for an app on this device, and as text. */
function AppKey({ uri, picture }: { uri: string; picture: string }) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <>
      <p>Scan this picture with your code app.</p>
      <div className="app-key">
        <img src={picture} alt="QR code of the key below" width={196} height={196} />
        <div>
          <p>
            <a className="link" href={uri}>
              Open your code app
            </a>
            <span> if it is on this device.</span>
          </p>
          <p>Or type this key into it:</p>
          <p className="setup-key tabular">{key.replace(/.{4}(?=.)/g, '$& ')}</p>
        </div>
      </div>
    </>
  )
}

/** The backup codes, with buttons to copy, print and download them. Printing hides the rest of the page (dashboard.css). */
function BackupCodes({ codes, uri }: { codes: string[]; uri: string }) {
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
