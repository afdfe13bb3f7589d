import { namingDays } from '#domain/commission.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Field } from '#ui/kit/field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { useShop } from '#web/shop-facts.ts'

/** Names the affiliate of an order without a referral: within 30 days, once, and never the admin themselves. */
export function NameAffiliateForm({ order: { id, short_code } }: { order: AdminOrder }) {
  const { commissionPercent } = useShop()
  return (
    <ConfirmForm
      label="Name an affiliate"
      title={`Who brought order ${short_code}?`}
      text={`It came by no affiliate's link. The affiliate you name earns ${commissionPercent}% of it, once you have approved the commission. This can be done once, within ${namingDays} days of the order, and stands in the audit log.`}
      intent="name-affiliate"
      hidden={{ id }}
      submit="Name affiliate"
      busy="Naming..."
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
    </ConfirmForm>
  )
}
