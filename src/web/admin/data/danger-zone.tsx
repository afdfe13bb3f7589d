import { useEffect, useRef, useState } from 'react'
import { clearingWord, type Debts, debtsMessage, snapshotDays, type Unshipped, unshippedMessage, waitingBuyersMessage } from '#domain/user-data.ts'
import type { UserDataCounts } from '#features/store-admin/count-user-data.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { aboutClearing } from '#web/admin/data/about-clearing.ts'
import type { FormState } from '#web/dashboard/intent-form.tsx'

interface Facts {
  counts: UserDataCounts
  unshipped: Unshipped
  debts: Debts
  /** The admin's account has a second factor. */
  asksCode: boolean
}

/** Clear All User Data: asks first, then wants a word typed (spec §5); where orders are paid and not shipped, it asks for the password as well (decisions). */
export function DangerZone({ counts, unshipped, debts, asksCode }: Facts) {
  const [step, setStep] = useState<'shut' | 'ask' | 'type'>('shut')
  const close = () => setStep('shut')
  return (
    <section className="sheet danger" aria-labelledby="danger">
      <h3 id="danger">Danger Zone</h3>
      <p>
        Clears every order with its lines, also those taken back or never placed, every click, commission and payout, what deleted accounts owe, and
        what makes people affiliates. Products, accounts, payments, refunds and the audit log stay; pairs of unpaid orders go back on the shelf. What
        was cleared can be fetched as a file for {snapshotDays} days, but not put back.
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
          <TypeIt unshipped={unshipped} asksCode={asksCode} onOver={close} />
        ) : (
          <Ask counts={counts} unshipped={unshipped} debts={debts} onGo={() => setStep('type')} onOver={close} />
        )}
      </Dialog>
    </section>
  )
}

function Ask({ counts, unshipped, debts, onGo, onOver }: Omit<Facts, 'asksCode'> & { onGo: () => void; onOver: () => void }) {
  const lines = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en-KE')} ${count === 1 ? what.replace(/s$/, '') : what}`)
  return (
    <div className="ask">
      {unshipped.orders > 0 && (
        <Notice tone="bad">
          <b>{unshippedMessage(unshipped)}</b> {waitingBuyersMessage(unshipped)}
        </Notice>
      )}
      <p>
        Are you sure? This clears {lines.join(', ').replace(/, ([^,]*)$/, ' and $1')}. {debts.debts > 0 && `${debtsMessage(debts)} `}It cannot be put
        back.
      </p>
      <div className="acts">
        <Button look="bad" onClick={onGo}>
          Continue
        </Button>
        <Button look="ghost" onClick={onOver}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/**
 * The button fills when the word is right. Pressed with another one, it sends nothing and says why. With the right one, an admin who clears orders that are
 * paid and not shipped is asked for the password; and so where the shop answers that an order was paid meanwhile.
 */
function TypeIt({ unshipped, asksCode, onOver }: Omit<Facts, 'counts' | 'debts'> & { onOver: () => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Unshipped | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isRight = typed === clearingWord
  const asksLater = unshipped.orders > 0 && asked === null
  return (
    <div
      ref={box}
      className={isRight ? 'ask right' : 'ask'}
      onSubmitCapture={(event) => {
        if (isRight && !asksLater) return
        event.preventDefault()
        event.stopPropagation()
        if (isRight) return setAsked(unshipped)
        onOver()
        showToast({ title: 'Data not cleared', text: 'Data clearing cancelled - confirmation text did not match', tone: 'bad', about: aboutClearing })
      }}
    >
      <AdminForm
        intent="clear"
        submit={asksLater ? 'Continue' : 'Clear All User Data'}
        busy="Clearing..."
        look="bad"
        onDone={onOver}
        beside={
          <Button look="ghost" onClick={onOver}>
            Cancel
          </Button>
        }
      >
        {(form) => {
          const paidOnes = (form.refusal?.facts as Unshipped | undefined) ?? asked
          if (paidOnes) return <ProveIt {...form} unshipped={paidOnes} asksCode={asksCode} onAsked={setAsked} />
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

/** The third step; whatever is answered after it, it stays. */
function ProveIt({
  errorOf,
  unshipped,
  asksCode,
  onAsked,
}: FormState & Omit<Facts, 'counts' | 'debts'> & { onAsked: (unshipped: Unshipped) => void }) {
  useEffect(() => onAsked(unshipped), [onAsked, unshipped])
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
