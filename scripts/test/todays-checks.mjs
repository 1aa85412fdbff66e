// @ts-check

const dayMs = 86_400_000

/**
 * The day whose checks a run makes, as a number of days since 1970, or `all`. Some tests have thousands of checks of
 * one kind. All of them in each run would take longer than all other tests together.
 */
export const testDay = process.env.TEST_DAY ?? String(Math.floor(Date.now() / dayMs))

/**
 * Whether this run makes the check with this index. Each check is made once in `period` days.
 * @param {number} index @param {number} period @param {string} [day]
 */
export const isToday = (index, period, day = testDay) => day === 'all' || (index + Number(day)) % period === 0
