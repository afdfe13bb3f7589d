import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Cart, cartKey, isSameLine } from '#domain/cart.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { AccountForm, clearDraft, useAccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer, Done } from '#web/account/auth-answer.ts'
import { ResendForm } from '#web/account/email-sent.tsx'
import { authUrl, homeUrl, orderUrl } from '#web/addresses.ts'
import { type CartStore, createCartStore } from '#web/cart/cart-context.tsx'
import { PasswordField } from '#web/forms/password-fields.tsx'
import { clearPendingClaim, readPendingClaim } from '#web/order/pending-claim.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useShop } from '#web/shop-facts.ts'

interface SignInFormProps {
  next: string | null
  posted?: AuthAnswer
  /** Known from the step before. */
  email?: string
}

export function SignInForm({ next, posted, email }: SignInFormProps) {
  const welcome = useWelcome(next)
  const [challenge, setChallenge] = useState(posted && 'done' in posted && posted.done === 'code' ? posted.challenge : null)
  const tools = useAccountForm({
    intent: 'sign-in',
    check: ({ email = '', password = '' }) => {
      const fields = {
        ...(email.trim() === '' && { email: 'Enter your e-mail or phone number.' }),
        ...(password === '' && { password: 'Enter your password.' }),
      }
      return Object.keys(fields).length > 0 ? { fields } : null
    },
    onDone: (done) => (done.done === 'code' ? setChallenge(done.challenge) : welcome(done)),
    posted,
    repeat: 'unsure',
  })
  const typed = tools.values.email ?? (posted && !('done' in posted) ? posted.values?.email : undefined) ?? ''
  const postedChallenge = posted && !('done' in posted) && posted.intent === 'code' ? posted.values?.challenge : null
  if (challenge ?? postedChallenge)
    return <CodeForm challenge={(challenge ?? postedChallenge) as string} next={next} posted={posted} onRestart={() => setChallenge(null)} />
  const { defaultValue, ...name } = tools.field('email')
  return (
    <>
      <AccountForm tools={tools} fields={['email', 'password']} act="Sign In" acting="Signing In...">
        <Field
          {...name}
          defaultValue={defaultValue || email}
          label="Email or Phone Number"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
        />
        <PasswordField {...tools.field('password')} label="Password" autoComplete="current-password" />
      </AccountForm>
      {tools.refusal?.code === 'email_not_confirmed' && <ResendForm email={typed} />}
      <p className="auth-more">
        <Link className="link" to={authUrl('forgot', next)}>
          Forgot your password?
        </Link>
      </p>
    </>
  )
}

/** The second step of sign-in, for an admin with a second factor. */
function CodeForm({ challenge, next, posted, onRestart }: { challenge: string; next: string | null; posted?: AuthAnswer; onRestart: () => void }) {
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

/** What happens after sign-in: the auth store is updated, the saved cart restored, a toast shown, and the user goes to `next` (spec §8: home). */
export function useWelcome(next: string | null): (done: Done) => void {
  const navigate = useNavigate()
  const { name } = useShop()
  return (done) => {
    if (done.done !== 'signed-in') return
    clearDraft()
    restoreSavedCart(createCartStore(cartKey(name, done.session.user.id)), done.cart)
    authStore.learn(done.session)
    showToast({ title: 'Welcome back!', text: 'You have successfully signed in.' })
    const to = next ?? homeUrl
    // A user who signs in for another page may not be the one who wanted to claim an order.
    if (to !== pendingClaimUrl()) clearPendingClaim()
    void navigate(to, { replace: true })
  }
}

/** The page of the order that the visitor wanted to claim before signing in, or null; null on the server. */
export function pendingClaimUrl(): string | null {
  const claim = readPendingClaim()
  return claim && orderUrl(claim.id, claim.key)
}

/**
 * Adds the lines of a cart that the shop saved for the visitor, except those that are in the browser's cart already. Does nothing if the browser forbids
 * storage.
 */
export function restoreSavedCart(own: CartStore, saved: Cart): void {
  const current = own.get()
  const missing = saved.filter((line) => !current.some((each) => isSameLine(each, line)))
  if (missing.length > 0) own.tryWrite([...current, ...missing])
}
