import { namingActs } from '#domain/commission-acts.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Field } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { useShop } from '#web/shop-facts.ts'

/** Names the affiliate of an order without a referral: within 30 days, once, and never the admin themselves. */
export function NameAffiliateForm({ order: { id, short_code } }: { order: AdminOrder }) {
  const { commissionPercent } = useShop()
  return (
    <ActForm
      act={namingActs['name-affiliate']}
      intent="name-affiliate"
      hidden={{ id }}
      of={short_code}
      values={{ percent: String(commissionPercent) }}
    >
      {({ errorOf, typed }) => (
        <Field
          label="Affiliate code"
          name="affiliate_code"
          hint="As shown under Affiliate Management."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          defaultValue={typed.affiliate_code}
          error={errorOf('affiliate_code')}
        />
      )}
    </ActForm>
  )
}
