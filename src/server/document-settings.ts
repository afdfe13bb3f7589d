import { settingFields, settingGroups } from '#features/settings/setting-fields.ts'
import { defaultOf } from '#server/settings.ts'

/** Variables that are set together, what holds without them, and what they do. Where `without` is missing it is what the settings themselves say. */
interface SettingRow {
  names: string[]
  without?: string
  what: string
}

const named = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}_${name}`)
const s3Names = 'ENDPOINT REGION BUCKET ACCESS_KEY_ID SECRET_ACCESS_KEY'

/** Every variable of the environment, once. A test compares them with those that the program reads. */
export const settingRows: SettingRow[] = [
  {
    names: ['PORT', 'HOST'],
    what: 'Where the shop listens; `0.0.0.0` is every network of the machine, whose others come by `PUBLIC_URL`.',
  },
  { names: ['PUBLIC_URL'], without: 'none', what: 'The address people use, without a path; https in a live shop.' },
  {
    names: ['TRUSTED_PROXY'],
    what: 'How many proxies of yours stand in front: the visitor is that many entries from the right of `X-Forwarded-For`, which is trusted no further; where it is missing, the address of the proxy itself is counted, and the log says so once.',
  },
  { names: ['DATA_DIR'], what: "Embedded database, pictures and videos, the simulator's book." },
  {
    names: ['DATABASE_URL', 'DATABASE_OWNER_URL'],
    without: 'empty = embedded',
    what: "The app's own role, and the owner's for migrations; on another machine a live shop wants them, and the two below, with TLS: `?sslmode=verify-full` (and `&sslrootcert=` for an authority of your own).",
  },
  {
    names: ['DATABASE_DIRECT_URL'],
    without: '`DATABASE_URL`',
    what: "Where that one leads through a pooler in transaction mode: the app's role past it, for what belongs to one connection (decision 46).",
  },
  {
    names: ['DATABASE_REPLICA_URL'],
    without: 'none',
    what: "A streaming standby, as the app's role: public pages and lists of the panel are read there.",
  },
  {
    names: ['DEMO_OPEN'],
    what: "1 opens the demo's outbox, its phone and the simulator's `/control` to everybody who reaches the machine, and so the admin's account as well. Without it they answer only this machine, by a loopback address and through no proxy, and nobody where `PUBLIC_URL` or a `HOST` that leaves loopback out is set. A proxy on the same machine that forwards without `X-Forwarded-For` (nginx's bare `proxy_pass`) looks like this machine itself: behind any proxy set `PUBLIC_URL`.",
  },
  {
    names: ['DEMO_HISTORY'],
    what: '0 opens a new demo without its past: an ad, a promotion, and a month of made-up orders with their buyers, affiliates and payouts.',
  },
  {
    names: ['SHOP_MODE'],
    what: '`live` refuses to start without an https `PUBLIC_URL`, `TRUSTED_PROXY` and `APP_SECRET`, or on a database with made-up orders (`npx viatu leave-demo`), and has no simulator. Without M-Pesa or a mail server it starts *getting ready*: the panel alone answers, the start prints a link that makes its owner, and the panel says what the shop needs before it opens.',
  },
  {
    names: ['APP_SECRET'],
    without: 'made once in a demo',
    what: 'At least 32 random characters; order keys and callback addresses rest on it.',
  },
  {
    names: ['APP_SECRET_PREVIOUS'],
    without: 'empty',
    what: 'The secret of before, where a new one had to be made: what it sealed still opens (links in letters, sessions, second factors, callbacks, debts of deleted accounts), and second factors, passwords and keys of the panel are sealed again at the start. Keep it for the year that links live, or as long as the start does not say otherwise.',
  },
  {
    names: named('SHOP', 'NAME PHONE WHATSAPP EMAIL LOCATION CREDIT'),
    what: 'What the pages say about the shop. These, `MAIL_FROM`, `SMS_*`, `PAYOUT_MINIMUM` and `REFERRAL_NAMES` are settings of the panel as well (below); one that is set here wins, and the panel shows it without changing it.',
  },
  {
    names: named('MPESA', 'BASE_URL CONSUMER_KEY CONSUMER_SECRET SHORTCODE PASSKEY CALLBACK_BASE_URL'),
    without: 'all empty = the account of the panel; without one a demo has the simulator',
    what: "The shop's account with Safaricom's Daraja; it wins over the panel's. All of it, or only the two addresses, for the account of the panel.",
  },
  {
    names: ['MPESA_TRANSACTION_TYPE', 'MPESA_TILL'],
    without: 'CustomerPayBillOnline',
    what: 'For a till: `CustomerBuyGoodsOnline` and its number.',
  },
  {
    names: named('MPESA', 'B2C_SHORTCODE INITIATOR_NAME INITIATOR_PASSWORD CERTIFICATE'),
    without: 'all empty = by hand',
    what: "The account affiliates are paid from, who may pay, and Safaricom's certificate (a path, or the PEM text); all of it or none, and only beside the rest of M-Pesa.",
  },
  {
    names: named('S3', s3Names),
    without: 'all empty = `DATA_DIR/files`',
    what: 'An S3-compatible store for pictures and videos, needed where several machines run one shop; all of it or none.',
  },
  {
    names: ['BACKUP_DIR'],
    without: 'empty = no backup',
    what: 'A folder on another disk or machine for copies of the shop, which you make once; never inside `DATA_DIR`.',
  },
  {
    names: named('BACKUP_S3', s3Names),
    without: 'empty',
    what: 'The same in an S3-compatible store, in place of the folder; all of it, and `BACKUP_PASSPHRASE`.',
  },
  {
    names: ['BACKUP_PASSPHRASE'],
    without: 'empty = not sealed',
    what: 'At least 16 characters that seal all copies; without them nobody restores, so keep them somewhere else as well.',
  },
  {
    names: named('ASSISTANT', 'BASE_URL API_KEY MODEL'),
    without: 'all empty = by search',
    what: 'A model behind any OpenAI-compatible endpoint (`https://host/v1`) that answers in the chat; all of it or none, https in a live shop unless it runs on the same machine.',
  },
  {
    names: ['ASSISTANT_DAILY_TOKENS'],
    without: '1000000',
    what: 'What the model may cost in a day, tokens both ways; past it the chat answers by search.',
  },
  {
    names: ['SMTP_URL'],
    without: 'empty = outbox',
    what: 'Outgoing mail: `smtps://user:password@host` (TLS from the start) or `smtp://` (upgraded); without one a demo keeps its letters on `/outbox`.',
  },
  {
    names: ['PRIVATE_MAIL_SERVER'],
    what: '1 allows a mail server of the panel that is on this machine or in its private network. `SMTP_URL` may name one always.',
  },
  {
    names: named('SMS', 'USERNAME API_KEY SENDER_ID BASE_URL'),
    without: "all empty = the demo's phone, or e-mails only",
    what: "The account with Africa's Talking by which buyers are told of their orders; the first three or none. `SMS_BASE_URL` has a default; set it only for another gateway with the same API.",
  },
  { names: ['PAYOUT_MINIMUM'], what: 'The smallest payout of an affiliate, whole shillings.' },
  { names: ['REFERRAL_NAMES'], what: '`masked`: affiliates read only the initials of who bought through their links.' },
  { names: ['MAIL_FROM'], without: '`SHOP_EMAIL`', what: 'The address that letters come from; answers go to `SHOP_EMAIL`.' },
  {
    names: ['METRICS_TOKEN', 'METRICS_PORT'],
    without: 'empty = 404',
    what: 'Figures for Prometheus (`docs/metrics.md`): `/metrics` of the shop for the bearer of this token, at least 32 random characters; or on a port of its own that only this machine reaches, for everybody on it. Each process has its own figures, so each needs its own port.',
  },
  {
    names: ['LOG_LEVEL'],
    without: 'warn',
    what: '`info` follows every order from the click to its notices: each line has the id of its request (`x-request-id` of the answer; taken from a proxy that `TRUSTED_PROXY` counts) or of its run of a job, and of its order, and says who signed in and out; refusals are always shown (60 requests a minute); no name, phone, e-mail, key or secret is ever logged.',
  },
]

const line = (...cells: string[]) => `| ${cells.join(' | ')} |`

/** docs/generated/settings.md. */
export function settingsDocument(): string {
  const variables = settingRows.map(({ names, without, what }) =>
    line(names.map((name) => `\`${name}\``).join(', '), without ?? names.map(defaultOf).filter(Boolean).join(', '), what),
  )
  const ofPanel = Object.values(settingFields).map(({ label, group, initial, hint, variable }) =>
    line(label, settingGroups[group], initial === null ? '' : String(initial), variable ? `\`${variable}\`` : '', hint ?? ''),
  )
  return [
    '# Settings',
    '',
    'Written by `npx viatu docs` from `src/server/document-settings.ts` and `src/features/settings/setting-fields.ts`; `src/server/settings.test.ts` compares.',
    '',
    'From the environment or a file `.env` (see `.env.example`). With none of them the shop is a demo on this machine.',
    'Half-set or impossible settings stop the start with a message that names the variable.',
    '',
    line('name', 'default', 'what it is'),
    line('---', '---', '---'),
    ...variables,
    '',
    '## In the panel',
    '',
    'Under Settings, in force in every process within a second, without a restart. A variable of the environment wins over its field.',
    '',
    line('field', 'group', 'at first', 'variable', 'hint'),
    line('---', '---', '---', '---', '---'),
    ...ofPanel,
    '',
  ].join('\n')
}
