/** Default account, book and port of a simulator that is started alone; printed at the start, for the settings of the shop under test. */
export const ownAccount = {
    SIMULATOR_BOOK: '.data/simulator/book.jsonl',
    SIMULATOR_PORT: '4800',
    SIMULATOR_CONSUMER_KEY: 'test-key',
    SIMULATOR_CONSUMER_SECRET: 'test-secret',
    SIMULATOR_SHORTCODE: '174379',
    SIMULATOR_PASSKEY: 'test-passkey',
    SIMULATOR_B2C_SHORTCODE: '600992',
    SIMULATOR_INITIATOR_NAME: 'testapi',
    SIMULATOR_INITIATOR_PASSWORD: 'test-initiator',
    SIMULATOR_SMS_USERNAME: 'sandbox',
    SIMULATOR_SMS_API_KEY: 'test-sms',
    SIMULATOR_SMS_SENDER_ID: 'TESTSHOP',
    SIMULATOR_SHOP_NAME: 'Test Shop',
};
/** The settings that a shop needs, each with the variable that sets it here; secrets from the environment are not printed. */
export function accountFacts(url, env) {
    const isSecret = /SECRET|PASSKEY|PASSWORD|API_KEY/;
    const shown = Object.entries(ownAccount)
        .filter(([name]) => name !== 'SIMULATOR_PORT')
        .map(([name, own]) => `  ${name.padEnd(30)} ${isSecret.test(name) && env[name] !== own ? '(as set)' : env[name]}`);
    return [...shown, `  the phone                      ${url}/phone`, `  the certificate for B2C        ${url}/certificate`, ''].join('\n');
}
