/** The affiliate that a list is filtered by. */
export interface FilterAffiliate {
  id: string
  name: string
}

/** Shows the affiliate in the toolbar, with a hidden field that keeps the filter. */
export function AffiliateFilter({ affiliate }: { affiliate: FilterAffiliate | null }) {
  if (!affiliate) return null
  return (
    <p>
      <input type="hidden" name="affiliate" value={affiliate.id} />
      Of {affiliate.name}
    </p>
  )
}
