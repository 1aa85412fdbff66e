const mebibyte = 1_048_576

/** The uploaded file, bytes. Far more than 200,000 rows of products as Excel compresses them. */
export const maxFileBytes = 20 * mebibyte

/** Non-empty rows below the header. Nobody maintains a longer list by hand. */
export const maxRows = 200_000

/** The widest files of marketplaces have about 80 columns. */
export const maxColumns = 100

/** Longer than our longest text. A row of 100 such cells still fits into memory 500 times. */
export const maxCellCharacters = 10_000

/**
 * Characters of all cells of a table. 200,000 rows of 12 typical columns have 48 million. The file size does
 * not limit this, because a workbook can use one text in a million cells.
 */
export const maxCharacters = 64 * mebibyte

/**
 * Unpacked bytes of all parts of a workbook. 200,000 rows of 12 columns have 130 MiB, and so has a formatted
 * empty sheet.
 */
export const maxUnpackedBytes = 300 * mebibyte

/**
 * Smaller workbooks may have any compression ratio. Sheets with only empty rows were measured at 20 to 60.
 */
export const ratioCountsFromBytes = 16 * mebibyte
export const maxUnpackedPerPacked = 150

/**
 * Entries of the archive. A workbook with a picture for each product has hundreds, and each entry costs a
 * read of its header.
 */
export const maxEntries = 1_000

/** Shared strings of a workbook. They stay in memory while a sheet is read. */
export const maxSharedStrings = 1_500_000
export const maxSharedBytes = 48 * mebibyte

/** Excel's own limit is 65,490. */
export const maxCellStyles = 100_000

/**
 * Characters of one XML tag, comment or piece of text. The longest ones that spreadsheets write have a few
 * thousand.
 */
export const maxTokenCharacters = 262_144

/**
 * Limits of one batch. It ends at whichever is reached first. A batch is sent between processes and written to
 * the database in one go, so its characters hold the event loop.
 */
export const batchRows = 500
export const batchCharacters = 262_144
