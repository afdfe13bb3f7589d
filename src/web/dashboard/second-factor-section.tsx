import { useState } from 'react'
import { useActionData } from 'react-router'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { AppKey } from '#web/dashboard/app-key.tsx'
import { BackupCodes } from '#web/dashboard/backup-codes.tsx'
import { DashboardForm } from '#web/dashboard/dashboard-form.tsx'
import type { Answer, Outcome } from '#web/dashboard/profile-acts.ts'
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
