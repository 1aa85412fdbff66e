-- Media of a comment in their order.
create table task_comment_multimedia (
  company_id bigint not null,
  comment_id bigint not null,
  multimedia_id bigint not null,
  position integer not null check (position between 0 and 9),
  primary key (company_id, comment_id, multimedia_id),
  unique (company_id, comment_id, position),
  foreign key (company_id, comment_id) references task_comments,
  foreign key (company_id, multimedia_id) references multimedia
);
create index task_comment_multimedia_of_multimedia on task_comment_multimedia (company_id, multimedia_id);
