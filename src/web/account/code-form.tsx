import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { useAccountForm } from '#web/account/use-account-form.ts'
import { useWelcome } from '#web/account/use-welcome.ts'

/** The second step of sign-in, for an admin with a second factor. */
export function CodeForm({
  challenge,
  next,
  posted,
  onRestart,
}: {
  challenge: string
  next: string | null
  posted?: AuthAnswer
  onRestart: () => void
}) {
  const tools = useAccountForm({
    intent: 'code',
    check: ({ code = '' }) => (code.trim().length < 6 ? { fields: { code: 'Enter the code.' } } : null),
    onDone: useWelcome(next),
    posted,
  })
  const isOver = tools.refusal?.code === 'challenge_over'
  return (
    <>
      <p className="auth-lead">Your password is right. Now write the code that your app shows, or one of your codes on paper.</p>
      <AccountForm tools={tools} fields={['code']} act="Sign In" acting="Signing In..." disabled={isOver}>
        <input type="hidden" name="challenge" value={challenge} />
        <Field {...tools.field('code')} label="Code" autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} autoFocus />
      </AccountForm>
      <p className="auth-more when-scripted">
        <Button look="ghost" wide onClick={onRestart}>
          Start again
        </Button>
      </p>
    </>
  )
}
