import type { DarajaSettings } from '@viatu/daraja'
import type { Log, Secrets } from '#core/context.ts'
import { retryTransient } from '#core/transactions.ts'
import type { Database } from '#db/client.ts'
import { accountTokens, databaseTokens } from '#db/token-store.ts'
import { originOf } from '#domain/loopback.ts'
import { mpesaAddresses } from '#domain/mpesa-accounts.ts'
import { type PaymentAccounts, readAccounts, type StoredAccount, type UsedAccount } from '#features/orders/mpesa-account/account-of.ts'
import type { Settings } from '#server/settings.ts'
import { type Breaker, createBreaker } from '#services/breaker.ts'
import { closedAccount, mpesaAccount } from '#services/payments/mpesa/mpesa-provider.ts'
import type { PaymentAccount } from '#services/payments/providers.ts'

interface Needs {
  db: Database
  /** Tokens are kept here: the pool of callbacks, which page traffic cannot delay. */
  tokensDb: Database
  settings: Settings
  secrets: Secrets
  /** The environment's account, or the simulator's; null where there is neither. */
  given: PaymentAccount | null
  log: Log
  /** What M-Pesa did, for the log and the figures. */
  count: (event: Record<string, unknown>) => void
}

/** The account in force, replaced as a whole when another one is. */
interface InForce extends UsedAccount {
  from: PaymentAccounts['from']
  isUnreadable: boolean
  fact: string
  isResting(): boolean
}

/** The accounts as this process uses them: read at the start, and again when the database tells that they have changed. `now` is the one in force. */
export async function openAccounts(needs: Needs): Promise<PaymentAccounts & { readonly now: InForce }> {
  const { db, settings, secrets, given, log } = needs
  const addresses = addressesOf(needs)
  const own = given && openGiven(needs, given)
  const closed = (id: string | null): UsedAccount => ({ id, provider: closedAccount, callbackBaseUrl: addresses.callbackBaseUrl })
  const opened = new Map<string, InForce>()
  const read = async () => {
    // Keys of a copy of the shop must not be used where the copy is tried.
    const stored = settings.panelPayments === null ? [] : await readAccounts(db, secrets)
    for (const account of stored) if (!opened.has(account.id)) opened.set(account.id, openStored(needs, addresses, account))
    for (const id of opened.keys()) if (!stored.some((account) => account.id === id)) opened.delete(id)
    const chosen = stored.find(({ isInForce }) => isInForce)
    if (own?.from === 'environment') return own
    return (
      (chosen && opened.get(chosen.id)) ??
      own ?? {
        ...closed(null),
        from: 'none' as const,
        isUnreadable: false,
        fact: 'not set up: an owner does it in the panel',
        isResting: () => false,
      }
    )
  }
  let now: InForce = await read()
  let reading: Promise<void> = Promise.resolve()
  return {
    addresses,
    get now() {
      return now
    },
    get inForce() {
      return now.id
    },
    get from() {
      return now.from
    },
    get isUnreadable() {
      return now.isUnreadable
    },
    get fact() {
      return now.fact
    },
    open: (id) => (id === null ? own : opened.get(id)) ?? closed(id),
    // One after the other: an older answer never replaces a newer one.
    reload: () => {
      reading = reading
        .then(async () => {
          now = await retryTransient(read)
        })
        .catch((error) => {
          log.error({ error }, 'the M-Pesa accounts could not be read; the one of before stays in force')
        })
      return reading
    },
  }
}

function addressesOf({ settings, given }: Needs): PaymentAccounts['addresses'] {
  const isSimulator = settings.payments === null && given !== null
  return {
    baseUrl: settings.panelPayments?.baseUrl ?? null,
    simulator: isSimulator ? (given.settings as DarajaSettings) : null,
    callbackBaseUrl: settings.panelPayments?.callbackBaseUrl ?? settings.publicUrl ?? originOf(settings.host, settings.port),
  }
}

function openGiven(needs: Needs, given: PaymentAccount): InForce {
  const from = needs.settings.payments === null ? 'simulator' : 'environment'
  return opening(needs, given, { id: null, from, tokens: databaseTokens(needs.tokensDb) })
}

/** An account of the panel. Each has a breaker of its own: one that is tried must not hold back the others. */
function openStored(needs: Needs, addresses: PaymentAccounts['addresses'], { id, host, settings }: StoredAccount): InForce {
  const baseUrl = addresses.baseUrl ?? (host === 'simulator' ? addresses.simulator?.baseUrl : mpesaAddresses[host])
  const callbackBaseUrl = host === 'simulator' && needs.given ? needs.given.callbackBaseUrl : addresses.callbackBaseUrl
  if (settings === null || baseUrl === undefined)
    return {
      ...{ id, provider: closedAccount, callbackBaseUrl, from: 'panel' as const, isUnreadable: true, isResting: () => false },
      fact: settings === null ? 'its account cannot be read with this APP_SECRET' : 'its account is one of the simulator, which a live shop has not',
    }
  const account = mpesaAccount({ ...settings, baseUrl, callbackBaseUrl })
  return opening(needs, account, { id, from: 'panel', tokens: accountTokens(needs.tokensDb, id, needs.secrets) })
}

function opening(
  { count }: Needs,
  account: PaymentAccount,
  { id, from, tokens }: Pick<InForce, 'id' | 'from'> & { tokens: ReturnType<typeof databaseTokens> },
): InForce {
  const breaker: Breaker = createBreaker(() => performance.now())
  const provider = account.open({ tokens, breaker, log: count })
  return { ...{ id, from, provider, callbackBaseUrl: account.callbackBaseUrl, isUnreadable: false, fact: account.fact }, isResting: breaker.isOpen }
}
