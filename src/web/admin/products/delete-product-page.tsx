import { useNavigate } from 'react-router'
import { getProductRow } from '#features/catalogue/product-rows.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import type { AdminDone } from '#web/admin/admin-toasts.ts'
import { asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { RouteDialog } from '#web/admin/products/route-dialog.tsx'
import { useStockUrls } from '#web/admin/products/stock-urls.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'
import type { Route } from './+types/delete-product-page.ts'

export async function loader(args: Route.LoaderArgs) {
  const { name } = await loadOne(() => getProductRow(asAdmin(args), args.params.id))
  return { name }
}

/** A deleted product must not be loaded again. */
export const shouldRevalidate = () => false

export default function DeleteProduct({ loaderData: { name }, params: { id } }: Route.ComponentProps) {
  const { list } = useStockUrls()
  const navigate = useNavigate()
  const goBack = () => void navigate(list, { preventScrollReset: true })
  return (
    <RouteDialog title={`Delete ${name}?`} back={list}>
      <div className="confirm">
        <div className="confirm-text">
          <p>It leaves the shop at once, with its pictures. Orders keep what they sold.</p>
          <p>To take it off the shelf for a while, edit it and switch it off instead.</p>
        </div>
        <IntentForm<AdminDone>
          intent="delete"
          action={list}
          hidden={{ id }}
          look="bad"
          submit="Delete product"
          busy="Deleting..."
          onDone={goBack}
          beside={
            <ButtonLink look="ghost" to={list} preventScrollReset>
              Cancel
            </ButtonLink>
          }
        />
      </div>
    </RouteDialog>
  )
}
