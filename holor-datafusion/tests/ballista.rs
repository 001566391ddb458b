//! Tensor columns on a cluster: a scheduler in this process, executors in processes of their own, on loopback.
//!
//! An executor is this test program, started again with an environment variable.

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_executor::new_standalone_executor_from_state;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::ipc::writer::FileWriter;
use datafusion::execution::options::ArrowReadOptions;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::*;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use holor::prelude::*;
use holor_datafusion::{column_of, into_batch, register, tensor_udf};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

const SCHEDULER: &str = "HOLOR_TEST_SCHEDULER";
/// The folder in which an executor says what it is doing, and that it is to take its time.
const MARKS: &str = "HOLOR_TEST_MARKS";

tensor_udf! {
    /// `[rows, h, w] -> [rows, h, w]`: each image minus its mean, on the executors that have the files.
    fn centred(images: Tensor<f32, 3>) -> Tensor<f32, 3> {
        mark("centred", Duration::from_millis(150), images.max(All).item() != 0.0);
        let mean = images.mean(Keep(axes![1, 2]));
        images - mean
    }
}

tensor_udf! {
    /// `[rows, h, w] -> [rows, w, h]`
    fn transposed(images: Tensor<f32, 3>) -> Tensor<f32, 3> {
        images.transpose().to_contiguous()
    }
}

tensor_udf! {
    /// `[rows, h, w] -> [rows, h, w]`: the same, on the executor that merges what the others summed.
    fn merged(means: Tensor<f64, 3>) -> Tensor<f64, 3> {
        mark("merged", Duration::from_millis(1500), means.max(All).item() != 0.0);
        means
    }
}

/// Says in an executor of a test that a function is running on data, which are not the zeros of the planning.
fn mark(function: &str, time: Duration, on_data: bool) {
    if let Ok(folder) = std::env::var(MARKS)
        && on_data
    {
        let name = format!("{function}.{}", std::process::id());
        File::create(Path::new(&folder).join(name)).unwrap();
        std::thread::sleep(time);
    }
}

/// Makes the functions known to a session: those of the scheduler, the executors and the client.
fn know(context: SessionContext) -> SessionContext {
    register(&context);
    context.register_udf(centred());
    context.register_udf(transposed());
    context.register_udf(merged());
    context
}

fn state() -> SessionState {
    // The adaptive planner of Ballista 55.0 waits for ever when an executor dies after a stage: it does not find
    // the stage that has to run again.
    let config = SessionConfig::new_with_ballista()
        .with_target_partitions(4)
        .with_ballista_adaptive_query_planner(false);
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    know(SessionContext::new_with_state(state)).state()
}

/// Not a test: what an executor's process runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn executor() {
    let Ok(address) = std::env::var(SCHEDULER) else { return };
    let scheduler = SchedulerGrpcClient::connect(address).await.unwrap();
    new_standalone_executor_from_state(scheduler, 2, &state()).await.unwrap();
    std::future::pending::<()>().await;
}

/// A process that ends with its handle.
struct Executor(Child);

impl Executor {
    fn start(address: &str, marks: Option<&Path>) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "executor", "--nocapture"]).env(SCHEDULER, address);
        // An executor leaves its folder behind when it is killed.
        command.env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
        if let Some(folder) = marks {
            command.env(MARKS, folder);
        }
        Executor(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a scheduler on a free port of the loopback interface, and returns its address.
async fn scheduler() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = state();
    let session_config = state.config().clone();
    let config = SchedulerConfig {
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        executor_timeout_seconds: 5,
        expire_dead_executor_interval_seconds: 1,
        no_executors_grace_period_seconds: 5,
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_memory(
        address.to_string(),
        Arc::new(move |_| Ok(state.clone())),
        Arc::new(move || session_config.clone()),
    );
    let server = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config))
        .await
        .unwrap();
    tokio::spawn(start_grpc_service_with_listener(listener, server));
    format!("http://{address}")
}

const FILES: usize = 8;

fn images() -> Tensor<f32, 3> {
    Tensor::from_fn([FILES * 16, 3, 4], |[i, y, x]| {
        ((i * 7919 + y * 104_729 + x * 31) % 1000) as f32 * 0.37 - 100.0
    })
}

/// Writes the images into files that all executors can read.
fn files(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let batch = into_batch([("image", images())]).unwrap();
    for n in 0..FILES {
        let mut writer = FileWriter::try_new(
            File::create(folder.join(format!("{n}.arrow"))).unwrap(),
            &batch.schema(),
        )
        .unwrap();
        (0..4).for_each(|part| writer.write(&batch.slice(16 * n + 4 * part, 4)).unwrap());
        writer.finish().unwrap();
    }
    folder
}

async fn client(address: &str, folder: &Path) -> SessionContext {
    // The connection has the functions of Ballista only, whatever the state had.
    let context =
        SessionContext::remote_with_state(&address.replace("http", "df"), state()).await.unwrap();
    let context = know(context);
    context
        .register_arrow("images", folder.to_str().unwrap(), ArrowReadOptions::default())
        .await
        .unwrap();
    context
}

async fn rows(context: &SessionContext, query: &str) -> RecordBatch {
    let batches = context.sql(query).await.unwrap().collect().await.unwrap();
    concat_batches(&batches[0].schema(), &batches).unwrap()
}

const QUERY: &str = "SELECT merged(tensor_mean(transposed(centred(image)))) AS m, tensor_var(centred(image)) AS v FROM images";

/// The bits of the mean and the variance, by a number of executors. One is killed while it runs a function.
async fn by_executors(name: &str, count: usize, killed_in: Option<&str>) -> [Vec<u64>; 2] {
    let address = scheduler().await;
    let files = files(name);
    let marks = files.with_extension("marks");
    let _ = fs::remove_dir_all(&marks);
    fs::create_dir_all(&marks).unwrap();
    let start = || Executor::start(&address, killed_in.map(|_| &*marks));
    let mut executors: Vec<Executor> = (0..count).map(|_| start()).collect();
    let context = client(&address, &files).await;
    let query = tokio::spawn(async move { rows(&context, QUERY).await });
    if let Some(function) = killed_in {
        let at = loop {
            tokio::time::sleep(Duration::from_millis(10)).await;
            assert!(!query.is_finished(), "the query ends before an executor runs {function}");
            let runs = |executor: &Executor| {
                marks.join(format!("{function}.{}", executor.0.id())).exists()
            };
            if let Some(at) = executors.iter().position(runs) {
                break at;
            }
        };
        drop(executors.remove(at));
        assert!(!query.is_finished(), "the query ends before the executor");
    }
    let batch = tokio::time::timeout(Duration::from_secs(120), query)
        .await
        .expect("the query ends")
        .unwrap();
    ["m", "v"].map(|name| {
        let tensor: Tensor<f64, 3> = column_of(&batch, name).unwrap();
        tensor.iter().map(|x| x.to_bits()).collect()
    })
}

fn expected() -> [Vec<u64>; 2] {
    let all = images();
    let centred = &all - all.mean(Keep(axes![1, 2]));
    let rows: Vec<Vec<f64>> = centred
        .axis_iter(Axis::<0>)
        .map(|image| image.iter().map(|x| f64::from(*x)).collect())
        .collect();
    let (m, v): (Vec<f64>, Vec<f64>) = (0..12)
        .map(|i| {
            // Differences of these numbers are exact in 128 bits: multiples of 2^-40, below 2^12.
            let x: Vec<i128> = rows.iter().map(|row| (row[i] * 2f64.powi(40)) as i128).collect();
            assert!(rows.iter().zip(&x).all(|(row, x)| *x as f64 == row[i] * 2f64.powi(40)));
            let n = x.len() as i128;
            let (sum, squares) = (x.iter().sum::<i128>(), x.iter().map(|x| x * x).sum::<i128>());
            let scale = 2f64.powi(40);
            (
                sum as f64 / n as f64 / scale,
                (n * squares - sum * sum) as f64 / (n * n) as f64 / scale / scale,
            )
        })
        .unzip();
    let m = Tensor::from_vec(m, [3, 4]).unwrap();
    [m.transpose().to_vec(), v].map(|numbers| numbers.into_iter().map(f64::to_bits).collect())
}

fn nearly(found: &[Vec<u64>; 2], expected: &[Vec<u64>; 2]) -> bool {
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    pairs.into_iter().all(|(found, expected)| found.abs_diff(*expected) <= 2)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_executor_and_two_give_the_same_bits() {
    let one = by_executors("one", 1, None).await;
    let two = by_executors("two", 2, None).await;
    assert_eq!(one, two);
    assert!(nearly(&one, &expected()), "{one:?}, expected {:?}", expected());
}

/// An executor is lost with the files that it was reading, and another with the sums that it was merging.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_executor_that_is_killed_changes_nothing() {
    let whole = by_executors("whole", 2, None).await;
    for function in ["centred", "merged"] {
        assert_eq!(
            by_executors(&format!("killed_{function}"), 2, Some(function)).await,
            whole,
            "{function}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_ranks_are_found_before_anything_runs() {
    // There is no executor: nothing could run.
    let address = scheduler().await;
    let context = client(&address, &files("none")).await;
    let error = context
        .sql("SELECT centred(tensor_mean(image)) FROM images")
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("centred: argument 1 has elements of type Float64, expected f32 (Float32)"),
        "{error}"
    );
}
