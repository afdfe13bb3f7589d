import { useEffect, useRef, useState } from 'react'
import { clearingWord, type Debts, debtsMessage, snapshotDays, type Unshipped, unshippedMessage, waitingBuyersMessage } from '#domain/user-data.ts'
import type { UserDataCounts } from '#features/staff/clear-user-data.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { topicOf } from '#web/admin/admin-toasts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import type { FormState } from '#web/forms/intent-form.tsx'

/** The topic of all toasts about a clearing, so that each replaces the one before. */
export const clearingTopic = topicOf(adminSectionUrl('data'), 'clear')

interface DangerZoneProps {
  counts: UserDataCounts
  unshipped: Unshipped
  debts: Debts
  /** Whether the admin's account has a second factor. */
  asksCode: boolean
}

/** Clear All User Data: asks for confirmation, then for a typed word (spec §5); if paid orders are not shipped yet, for the password too (decisions). */
export function DangerZone({ counts, unshipped, debts, asksCode }: DangerZoneProps) {
  const [step, setStep] = useState<'shut' | 'ask' | 'type'>('shut')
  const close = () => setStep('shut')
  return (
    <section className="sheet danger" aria-labelledby="danger">
      <h2 id="danger">Danger Zone</h2>
      <p>
        Clears every order with its lines, also those taken back or never placed, every click, commission and payout, what deleted accounts owe, and
        what makes people affiliates. Products, accounts, payments, refunds and the audit log stay; pairs of unpaid orders go back on the shelf. What
        was cleared can be fetched as a file for {snapshotDays} days, and put back by an owner while nothing new stands in its way.
      </p>
      <div className="acts">
        <Button look="bad" aria-haspopup="dialog" onClick={() => setStep('ask')}>
          Clear All User Data
        </Button>
      </div>
      <noscript>
        <p>This asks more than once before it clears anything, and needs JavaScript for that.</p>
      </noscript>
      <Dialog open={step !== 'shut'} onClose={close} title="Clear All User Data" closeLabel="Close">
        {step === 'type' ? (
          <ConfirmationStep unshipped={unshipped} asksCode={asksCode} onClose={close} />
        ) : (
          <WarningStep counts={counts} unshipped={unshipped} debts={debts} onContinue={() => setStep('type')} onClose={close} />
        )}
      </Dialog>
    </section>
  )
}

function WarningStep({
  counts,
  unshipped,
  debts,
  onContinue,
  onClose,
}: Omit<DangerZoneProps, 'asksCode'> & { onContinue: () => void; onClose: () => void }) {
  const lines = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en-KE')} ${count === 1 ? what.replace(/s$/, '') : what}`)
  return (
    <div className="confirm">
      {unshipped.orders > 0 && (
        <Notice tone="bad">
          <b>{unshippedMessage(unshipped)}</b> {waitingBuyersMessage(unshipped)}
        </Notice>
      )}
      <p>
        Are you sure? This clears {lines.join(', ').replace(/, ([^,]*)$/, ' and $1')}. {debts.debts > 0 && `${debtsMessage(debts)} `}
        {`For ${snapshotDays} days an owner can put it back, while nothing new stands in its way.`}
      </p>
      <div className="acts">
        <Button look="bad" onClick={onContinue}>
          Continue
        </Button>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/**
 * The step with the typed word. With a wrong word nothing is sent and a toast says so. With the right one, the password is required if paid orders are not
 * shipped yet, also if the server answers that an order was paid meanwhile.
 */
function ConfirmationStep({ unshipped, asksCode, onClose }: Omit<DangerZoneProps, 'counts' | 'debts'> & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [confirmed, setConfirmed] = useState<Unshipped | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isWordCorrect = typed === clearingWord
  const hasPasswordStep = unshipped.orders > 0 && confirmed === null
  return (
    <div
      ref={box}
      className={isWordCorrect ? 'confirm right' : 'confirm'}
      onSubmitCapture={(event) => {
        if (isWordCorrect && !hasPasswordStep) return
        event.preventDefault()
        event.stopPropagation()
        if (isWordCorrect) return setConfirmed(unshipped)
        onClose()
        showToast({ title: 'Data not cleared', text: 'Data clearing cancelled - confirmation text did not match', tone: 'bad', topic: clearingTopic })
      }}
    >
      <AdminForm
        intent="clear"
        submit={hasPasswordStep ? 'Continue' : 'Clear All User Data'}
        busy="Clearing..."
        look="bad"
        onDone={onClose}
        beside={
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        {(form) => {
          const paidOrders = (form.refusal?.facts as Unshipped | undefined) ?? confirmed
          if (paidOrders) return <PasswordStep {...form} unshipped={paidOrders} asksCode={asksCode} onConfirm={setConfirmed} />
          return (
            <Field
              name="confirmation"
              label={`Type ${clearingWord} to clear everything`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              error={form.errorOf('confirmation')}
            />
          )
        }}
      </AdminForm>
    </div>
  )
}

/** The third step; it stays whatever the server answers. */
function PasswordStep({
  errorOf,
  unshipped,
  asksCode,
  onConfirm,
}: FormState & Omit<DangerZoneProps, 'counts' | 'debts'> & { onConfirm: (unshipped: Unshipped) => void }) {
  useEffect(() => onConfirm(unshipped), [onConfirm, unshipped])
  return (
    <>
      <input type="hidden" name="confirmation" value={clearingWord} />
      <Notice tone="bad">
        <b>{unshippedMessage(unshipped)}</b> {waitingBuyersMessage(unshipped)}
      </Notice>
      <Field label="Your password" name="password" type="password" autoComplete="current-password" autoFocus error={errorOf('password')} />
      {asksCode && (
        <Field label="Code of your app, or one from paper" name="code" autoComplete="one-time-code" inputMode="text" error={errorOf('code')} />
      )}
    </>
  )
}
