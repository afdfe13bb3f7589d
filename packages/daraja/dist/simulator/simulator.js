import { randomInt } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { openBook } from './book.js';
import { createControl } from './control.js';
import { createControlRoutes } from './control-routes.js';
import { createCourier } from './courier.js';
import { createDelivery } from './delivery.js';
import { createDisbursements } from './disbursements.js';
import { createFaults } from './faults.js';
import { readInbox } from './inbox.js';
import { createInitiator } from './initiator.js';
import { createInquiries } from './inquiries.js';
import { openKeys } from './keys.js';
import { createPayments } from './payments.js';
import { createPayoutWire } from './payout-wire.js';
import { readPayouts } from './payouts.js';
import { createPhoneRoutes } from './phone/phone-routes.js';
import { readPrompts } from './prompts.js';
import { answerError } from './replies.js';
import { createSmsWire } from './sms-wire.js';
import { createSubscribers } from './subscribers.js';
import { createTokens } from './tokens.js';
import { createWire } from './wire.js';
import { WireError } from './wire-errors.js';
/** Starts the simulated Daraja API with its book, control and phones. */
export async function startSimulator(options) {
    const { host = '127.0.0.1', port = 0, access = 'local', shopName = 'Test Shop', now = () => new Date(), random = Math.random } = options;
    const { promptLifeMs = 60_000, ruleWindowMs = 120_000, callbackTimeoutMs = 10_000 } = options;
    const book = await openBook(options.bookPath);
    const prompts = readPrompts(book.entries);
    const faults = createFaults(random);
    const tokens = createTokens(now);
    const account = payoutAccount(options.payouts);
    const payouts = readPayouts(book.entries, account.openingFunds);
    const inbox = readInbox(book.entries);
    const newReceipt = createReceipts([...prompts.receipts(), ...payouts.transactionIds()]);
    const delivery = createDelivery(callbackTimeoutMs);
    const courier = createCourier({ book, prompts, faults, delivery, now });
    const payments = createPayments({ book, prompts, faults, courier, newReceipt, now, promptLifeMs, ruleWindowMs });
    const keys = openKeys(`${options.bookPath}.key`, now);
    const initiator = createInitiator(account, keys);
    const disbursements = createDisbursements({ book, payouts, faults, delivery, initiator, newReceipt, now });
    const inquiries = createInquiries({ payouts, prompts, faults, delivery, initiator, shop: shopName, now });
    const subscribers = createSubscribers(payments, prompts);
    const control = createControl({ faults, prompts, subscribers, tokens, delivery, payouts, disbursements, initiator, keys, inbox });
    const app = new Hono();
    app.use(refuseOtherSites);
    app.use(bodyLimit({ maxSize: 64 * 1024 }));
    app.route('/', createWire({ shop: { ...options, name: shopName }, tokens, faults, prompts, payments, courier }));
    app.route('/', createPayoutWire({ shortcode: account.shortcode, shopShortcode: options.shortcode, tokens, faults, disbursements, inquiries }));
    const { sms = { username: 'sandbox', apiKey: 'test-sms', senderId: 'TESTSHOP' } } = options;
    app.route('/', createSmsWire({ account: sms, faults, inbox, book, now }));
    app.get('/certificate', async (c) => c.json({ certificate: await keys.certificate() }));
    const refuseOthers = (c, next) => mayUse(access, c.env.incoming.socket.remoteAddress, c.req.raw.headers) ? next() : Promise.resolve(c.notFound());
    app.use('/control/*', refuseOthers).use('/phone/*', refuseOthers);
    app.route('/control', createControlRoutes(control));
    app.route('/phone', createPhoneRoutes({ prompts, payouts, subscribers, inbox, shop: shopName, shopUrl: options.shopUrl, now }));
    app.notFound((c) => answerError(c, new WireError('wrongUrl')));
    const server = createAdaptorServer({ fetch: app.fetch });
    await listen(server, port, host).catch(async (cause) => {
        await stop();
        throw cause;
    });
    return { url: originOf(host, server.address().port), control, stop };
    async function stop() {
        payments.stop();
        subscribers.stop();
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
        await delivery.stop();
        await book.close();
    }
}
function payoutAccount(given = {}) {
    const { shortcode = '600992', initiatorName = 'testapi', initiatorPassword = 'test-initiator', openingFunds = 1_000_000 } = given;
    return { shortcode, initiatorName, initiatorPassword, openingFunds };
}
/** CSRF protection for the phone's forms. */
async function refuseOtherSites(c, next) {
    if (c.req.method !== 'GET' && c.req.header('sec-fetch-site') === 'cross-site')
        return c.text('Forbidden', 403);
    return next();
}
function listen(server, port, host) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
            server.off('error', reject);
            resolve();
        });
    });
}
/**
 * Whether a request may use the control and the phones. The socket's address alone does not prove that it was made on this machine: a proxy here, or
 * another site whose host name resolves to loopback (DNS rebinding), connects from loopback as well.
 */
export function mayUse(access, socketAddress, headers) {
    if (access !== 'local')
        return access === 'open';
    const isForwarded = [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
    return isLoopback(socketAddress) && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.get('host') ?? '') && !isForwarded;
}
/** Also IPv4 addresses mapped into IPv6. */
function isLoopback(address = '') {
    return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}
/** The URL of a server that listens on `host`, from the same machine; `0.0.0.0` and `::` become loopback. */
export function originOf(host, port) {
    const { origin } = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
    return origin.replace(/^http:\/\/0\.0\.0\.0(?=:|$)/, 'http://127.0.0.1').replace(/^http:\/\/\[::\]/, 'http://[::1]');
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const marks = `0123456789${letters}`;
/** Generates unique receipt numbers; `given` are those in the book. */
function createReceipts(given) {
    const used = new Set(given);
    return (at) => {
        let receipt;
        do
            receipt = draw(at);
        while (used.has(receipt));
        used.add(receipt);
        return receipt;
    };
}
/** Ten capitals and digits. As in real ones, the first three encode year (Q is 2022), month and day. */
function draw(at) {
    const nairobi = new Date(at.getTime() + 3 * 3_600_000);
    const year = letters[(nairobi.getUTCFullYear() - 2006) % 26];
    const month = letters[nairobi.getUTCMonth()];
    const day = marks[nairobi.getUTCDate()];
    return `${year}${month}${day}${Array.from({ length: 7 }, () => marks[randomInt(marks.length)]).join('')}`;
}
