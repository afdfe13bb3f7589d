import { useNavigate } from 'react-router'
import { atCommission } from '#domain/commission.ts'
import { signUpFields, signUpRefusal } from '#domain/sign-up-rules.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { storeDraft } from '#web/account/draft.ts'
import { NewcomerFields } from '#web/account/newcomer-fields.tsx'
import { SignedUp } from '#web/account/signed-up.tsx'
import { useAccountForm } from '#web/account/use-account-form.ts'
import { authUrl, signedUpUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/in-browser.ts'
import { EmailField } from '#web/forms/email-field.tsx'
import { isPasswordValid, NewPasswordFields } from '#web/forms/password-fields.tsx'
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
