import { useRef, useState } from 'react'
import { clearingWord, snapshotDays } from '#domain/user-data.ts'
import type { UserDataCounts } from '#features/store-admin/count-user-data.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'

/** Clear All User Data: asks first, then wants a word typed (spec §5). */
export function DangerZone({ counts }: { counts: UserDataCounts }) {
  const [step, setStep] = useState<'shut' | 'ask' | 'type'>('shut')
  const close = () => setStep('shut')
  return (
    <section className="sheet danger" aria-labelledby="danger">
      <h3 id="danger">Danger Zone</h3>
      <p>
        Clears every order with its lines, every click, commission and payout, and what makes people affiliates. Products, accounts, payments, refunds
        and the audit log stay; pairs of unpaid orders go back on the shelf. What was cleared can be fetched as a file for {snapshotDays} days, but
        not put back.
      </p>
      <div className="acts">
        <Button look="bad" aria-haspopup="dialog" onClick={() => setStep('ask')}>
          Clear All User Data
        </Button>
      </div>
      <noscript>
        <p>This asks twice before it clears anything, and needs JavaScript for that.</p>
      </noscript>
      <Dialog open={step !== 'shut'} onClose={close} title="Clear All User Data" closeLabel="Close">
        {step === 'type' ? <TypeIt onOver={close} /> : <Ask counts={counts} onGo={() => setStep('type')} onOver={close} />}
      </Dialog>
    </section>
  )
}

function Ask({ counts, onGo, onOver }: { counts: UserDataCounts; onGo: () => void; onOver: () => void }) {
  const lines = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en-KE')} ${count === 1 ? what.replace(/s$/, '') : what}`)
  return (
    <div className="ask">
      <p>Are you sure? This clears {lines.join(', ').replace(/, ([^,]*)$/, ' and $1')}. It cannot be put back.</p>
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

/** The button fills when the word is right. Pressed with another one, nothing is sent and it is said why. */
function TypeIt({ onOver }: { onOver: () => void }) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const isRight = typed === clearingWord
  return (
    <div
      ref={box}
      className={isRight ? 'ask right' : 'ask'}
      onSubmitCapture={(event) => {
        if (isRight) return
        event.preventDefault()
        event.stopPropagation()
        onOver()
        showToast({ title: 'Data not cleared', text: 'Data clearing cancelled - confirmation text did not match', tone: 'bad' })
      }}
    >
      <AdminForm
        intent="clear"
        submit="Clear All User Data"
        busy="Clearing..."
        look="bad"
        onDone={onOver}
        beside={
          <Button look="ghost" onClick={onOver}>
            Cancel
          </Button>
        }
      >
        {({ errorOf }) => (
          <Field
            name="confirmation"
            label={`Type ${clearingWord} to clear everything`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            error={errorOf('confirmation')}
          />
        )}
      </AdminForm>
    </div>
  )
}
