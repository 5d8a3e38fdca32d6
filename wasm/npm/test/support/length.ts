/** Whether the long form of a campaign runs (`cargo xtask prove --full npm`), and not the one of every test run. */
export const AT_LENGTH = process.env.AT_LENGTH !== undefined;
