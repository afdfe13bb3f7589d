import { theShop } from '#core/context.ts'
import { writeInBulk } from '#db/bulk.ts'
import { seedOrders } from '../seed/orders.ts'

/** Made-up orders of a year, with their buyers and affiliates. */
export async function seededOrders(ownerUrl: string, count: number): Promise<void> {
  await writeInBulk(ownerUrl, [], (bulk) => seedOrders({ actor: theShop }, bulk, { count }))
}
