/** Tables of SQLite's search, in a file of their own. The trigrams are a separate table, which triggers keep up to date. */
import { sql } from 'kysely'

export const searchTables = [
  sql`create table search_texts (
    seq integer primary key, alert_id text not null unique, user_id text not null, text text not null)`,
  sql`create virtual table search_trigrams using fts5(
    text, content = 'search_texts', content_rowid = 'seq',
    tokenize = 'trigram', detail = 'none', columnsize = 0)`,
  sql`create trigger search_texts_in after insert on search_texts begin
    insert into search_trigrams (rowid, text) values (new.seq, new.text); end`,
  sql`create trigger search_texts_out after delete on search_texts begin
    insert into search_trigrams (search_trigrams, rowid, text)
      values ('delete', old.seq, old.text); end`,
]
