/** `-15% OFF`, and nothing at 0. */
export function DiscountPlate({ percentage }: { percentage: number }) {
  return percentage > 0 ? <span className="plate">{`-${percentage}% OFF`}</span> : null
}
