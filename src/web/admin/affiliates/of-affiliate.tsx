/** The one affiliate whose rows a list shows. */
export interface ShownAffiliate {
  id: string
  name: string
}

/** Says so in the toolbar, and keeps it through a search. */
export function OnlyOf({ affiliate }: { affiliate: ShownAffiliate | null }) {
  if (!affiliate) return null
  return (
    <p className="only">
      <input type="hidden" name="affiliate" value={affiliate.id} />
      Of {affiliate.name}
    </p>
  )
}
