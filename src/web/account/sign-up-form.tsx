import type { ComponentProps } from 'react'
import { Link, useNavigate } from 'react-router'
import { signUpFields, signUpRefusal } from '#domain/account.ts'
import { atCommission } from '#domain/commission.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { AccountForm, readDraft, storeDraft, useAccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { EmailSent, ResendForm } from '#web/account/email-sent.tsx'
import { authUrl, signedUpUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { EmailField } from '#web/forms/email-field.tsx'
import { isPasswordValid, NewPasswordFields, PasswordField } from '#web/forms/password-fields.tsx'
import { useShop } from '#web/shop-facts.ts'

export function SignUpForm({ next, posted }: { next: string | null; posted?: AuthAnswer }) {
  const inBrowser = useInBrowser()
  const navigate = useNavigate()
  const { commissionPercent } = useShop()
  const tools = useAccountForm({
    intent: 'sign-up',
    check: signUpRefusal,
    // The next screen has an address of its own, so that a reload does not show the form again.
    onDone: (done) => {
      if (done.done !== 'signed-up') return
      storeDraft({ email: done.email })
      void navigate(signedUpUrl(next), { replace: true, preventScrollReset: true })
    },
    posted,
  })
  if (posted && 'done' in posted && posted.done === 'signed-up') return <SignedUp email={posted.email} next={next} />
  const isKnown = tools.refusal?.code === 'user_already_exists'
  return (
    <AccountForm
      tools={{ ...tools, busy: tools.busy || tools.done !== null }}
      fields={[...signUpFields]}
      act="Sign Up"
      acting="Signing Up..."
      disabled={inBrowser && !isPasswordValid(tools.values)}
      help={isKnown && <AccountExistsLinks next={next} />}
    >
      <NewcomerFields field={(name) => ({ ...tools.field(name), enterKeyHint: 'next' })} />
      <EmailField
        {...tools.field('email')}
        typed={tools.values.email ?? ''}
        onTake={(meant) => tools.fill('email', meant)}
        label="Email"
        autoComplete="username"
        enterKeyHint="next"
      />
      <NewPasswordFields tools={tools} labels={['Password', 'Confirm Password']} />
      {commissionPercent > 0 && (
        <label className="join-check">
          <input
            type="checkbox"
            name="is_affiliate"
            value="yes"
            defaultChecked={posted && 'values' in posted && posted.values?.is_affiliate === 'yes'}
          />
          {atCommission('Join our affiliate program (earn 10% commission)', commissionPercent)}
        </label>
      )}
    </AccountForm>
  )
}

/** The two links that the message names. */
function AccountExistsLinks({ next }: { next: string | null }) {
  return (
    <p className="auth-ways">
      <ButtonLink look="ghost" to={authUrl('sign-in', next)}>
        Sign In
      </ButtonLink>
      <ButtonLink look="ghost" to={authUrl('forgot', next)}>
        Forgot Password
      </ButtonLink>
    </p>
  )
}

/** `field` binds a name to the form. */
type Bound = { field: (name: string) => Omit<ComponentProps<typeof Field>, 'label'> }

/** Who makes an account. */
export function NewcomerFields({ field }: Bound) {
  return (
    <>
      <Field {...field('full_name')} label="Full Name" autoComplete="name" autoCapitalize="words" />
      <Field {...field('phone')} label="Phone Number" type="tel" autoComplete="tel" placeholder="+254700000000" />
    </>
  )
}

/** The password of their account, written once. */
export function FirstPasswordField({ field }: Bound) {
  const hint = 'At least 8 characters, one of them a special character.'
  return <PasswordField {...field('password')} label="Password" autoComplete="new-password" hint={hint} />
}

/** Shown after signing up. `email` is the new address; after a reload it is read from the tab's draft. */
export function SignedUp({ email, next }: { email?: string; next: string | null }) {
  const inBrowser = useInBrowser()
  const to = email ?? (inBrowser ? (readDraft().email ?? null) : null)
  return (
    <EmailSent title="Account created!" text="Please check your email to verify your account before signing in." email={to}>
      <ButtonLink to={authUrl('sign-in', next)} wide>
        Sign In
      </ButtonLink>
      {to && <ResendForm email={to} />}
      <p className="auth-more">
        <Link className="link" to={authUrl('sign-up', next)}>
          Use another e-mail
        </Link>
      </p>
    </EmailSent>
  )
}
