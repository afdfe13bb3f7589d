/** Default account, book and port of a simulator that is started alone; printed at the start, for the settings of the shop under test. */
export declare const ownAccount: {
    SIMULATOR_BOOK: string;
    SIMULATOR_PORT: string;
    SIMULATOR_CONSUMER_KEY: string;
    SIMULATOR_CONSUMER_SECRET: string;
    SIMULATOR_SHORTCODE: string;
    SIMULATOR_PASSKEY: string;
    SIMULATOR_B2C_SHORTCODE: string;
    SIMULATOR_INITIATOR_NAME: string;
    SIMULATOR_INITIATOR_PASSWORD: string;
    SIMULATOR_SMS_USERNAME: string;
    SIMULATOR_SMS_API_KEY: string;
    SIMULATOR_SMS_SENDER_ID: string;
    SIMULATOR_SHOP_NAME: string;
};
/** The settings that a shop needs, each with the variable that sets it here; secrets from the environment are not printed. */
export declare function accountFacts(url: string, env: Record<string, string | undefined>): string;
